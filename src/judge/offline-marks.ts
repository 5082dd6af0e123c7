const word =
  "(?:sources?|docs?|documents?|contexts?|passages?|chunks?|refs?|references?|来源|文档|资料|上下文|片段|参考)";
const places = String.raw`\d{1,3}(?:\s*[,，、;–-]\s*\d{1,3})*`;

/** `[1]`, `[2, 3]`, `【1】`, `[source 3]`, `(来源：2)`. */
const citation = new RegExp(
  String.raw`\s*(?:[[【［]\s*(?:\^|${word}\s*[:：#]?\s*)?(${places})\s*[\]】］]|[(（]\s*${word}\s*[:：#]?\s*(${places})\s*[)）])`,
  "giu",
);
/** The id of a chunk: `[travel#3]`. */
const chunkId = /\s*[[【][^\s[\]【】]+#\d+[\]】]/gu;
/** `1. `, `2) `, `3、`, `(4) ` before an item; `5、6月` is none. */
const itemNumber = /^[ \t]*(?:(\d{1,3})(?:[.)．）](?=\s)|、(?!\d))|[(（](\d{1,3})[)）])[ \t]*/gmu;

/**
 * A text without what numbers its sources and its items: no statement is in these.
 *
 * A number in brackets is one of a source only from 0 to `citable`, the number of sources
 * that there are, so that no other number can hide in brackets; an item's number only
 * when it goes on from 1.
 */
export function withoutMarks(text: string, citable: number): string {
  let last = 0;
  return text
    .replace(citation, (mark, bracketed: string | undefined, named: string | undefined) => {
      const cited = (bracketed ?? named ?? "").match(/\d+/g) ?? [];
      return cited.every((place) => Number(place) <= citable) ? "" : mark;
    })
    .replace(chunkId, "")
    .replace(itemNumber, (mark, plain: string | undefined, bracketed: string | undefined) => {
      const place = Number(plain ?? bracketed);
      if (place !== 1 && place !== last + 1) return mark;
      last = place;
      return "";
    });
}

/** What only takes up the word: `Yeah, `, `Oh, well, `, `是的，`; without a sentence after it, it is an answer. */
const interjection =
  /(?:^|(?<=[.!?。！？]\s*))(?:(?:(?:oh|ah|yes|yeah|yea|yep|yup|ok|okay|well|sure|wow|haha|lol|right|hmm)\b|是的|对的|好的|嗯)\s*[,!.，！。]*\s*)+(?=[\p{L}\p{N}])/giu;

/** A text without the words that only take up the word, since no context could support them. */
export function withoutInterjections(text: string): string {
  return text.replaceAll(interjection, "");
}
