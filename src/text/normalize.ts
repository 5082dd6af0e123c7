/** A text made comparable, with the way back to the original. */
export interface NormalizedText {
  readonly text: string;
  /** `offsets[i]` is where character i of `text` stands in the original, in UTF-16 code units; one more entry for the end. */
  readonly offsets: readonly number[];
}

const unified: Readonly<Record<string, string>> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "「": '"',
  "」": '"',
  "『": '"',
  "』": '"',
  "‘": "'",
  "’": "'",
  "‚": "'",
  "′": "'",
  "`": "",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "―": "-",
  "−": "-",
  "。": ".",
  "、": ",",
  "…": "...",
  "·": "",
  "*": "",
  _: " ",
  "#": "",
  "\u00ad": "",
  "\0": "",
  "\u200b": "",
  "\u200c": "",
  "\u200d": "",
  "\ufeff": "",
  "\u2060": "",
};

/**
 * A text for comparison: compatibility forms (full width, ligatures), case, quote
 * marks and dashes unified, Markdown marks and invisible characters dropped, white
 * space collapsed to one blank, and dropped beside Han characters (Chinese has no
 * blanks of its own, and people differ beside Latin words) and at both ends.
 *
 * Source: Unicode NFKC (UAX #15) and simple case folding; the rest is ours.
 */
export function normalizeText(text: string): string {
  return normalizeWithOffsets(text).text;
}

/** The same, with the offset of each character in the original. */
export function normalizeWithOffsets(text: string): NormalizedText {
  const characters: string[] = [];
  const offsets: number[] = [];
  let position = 0;
  for (const [cluster] of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    for (const piece of fold(cluster)) pushPiece(piece, position, { characters, offsets });
    position += cluster.length;
  }
  if (characters.at(-1) === " ") {
    characters.pop();
    offsets.pop();
  }
  return { text: characters.join(""), offsets: [...offsets, text.length] };
}

/** One character with its marks in its comparable form, as UTF-16 code units. */
function fold(cluster: string): readonly string[] {
  const folded = unified[cluster] ?? cluster.normalize("NFKC").toLowerCase();
  return [...folded].flatMap((one) => (unified[one] ?? one).split(""));
}

interface Sink {
  readonly characters: string[];
  readonly offsets: number[];
}

function pushPiece(piece: string, position: number, { characters, offsets }: Sink): void {
  const last = characters.at(-1);
  if (/\s/u.test(piece)) {
    if (last === undefined || last === " " || isHan(last)) return;
    characters.push(" ");
    offsets.push(position);
    return;
  }
  if (last === " " && isHan(piece)) {
    characters.pop();
    offsets.pop();
  }
  characters.push(piece);
  offsets.push(position);
}

function isHan(character: string): boolean {
  return /\p{Script=Han}/u.test(character);
}
