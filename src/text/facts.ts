/**
 * What in a text can be plainly wrong: numbers (also as part of dates, amounts and
 * codes), and words that hold digits, in a form that can be compared: `1,000` and
 * `1000`, `２００` and `200`, `05` and `5` meet.
 */
export function numbersOf(text: string): readonly string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  return [...folded.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)].map(([number]) => canonical(number));
}

function canonical(number: string): string {
  const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(number) ? number.replaceAll(",", "") : number;
  return /^\d+(?:\.\d+)?$/.test(grouped) && grouped.length <= 15 ? String(Number(grouped)) : grouped;
}

/**
 * Names in Latin script: words with a capital that do not begin a sentence, and
 * words that mix letters and digits, in lower case.
 */
export function namesOf(text: string): readonly string[] {
  const folded = text.normalize("NFKC");
  const capitals = [
    ...folded.matchAll(
      /(?<=[\p{Ll}\p{N},;:—–-]["'(“‘]*\s["'(“‘]*)\p{Lu}[\p{L}\p{M}'-]+|(?<=\p{Script=Han})\p{Lu}[\p{L}\p{M}'-]+/gu,
    ),
  ];
  const codes = [
    ...folded.matchAll(
      /(?=[\p{L}\p{N}-]*\p{N})(?=[\p{L}\p{N}-]*\p{Script=Latin})[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*/gu,
    ),
  ];
  return [...capitals, ...codes].map(([name]) => name.toLowerCase().replace(/['’]s$/, ""));
}
