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
 * marks and dashes unified, Markdown marks and invisible characters dropped, a link replaced by its wording, white
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
  let current = foldWithOffsets(text);
  for (let cut = cutLink(current); cut !== undefined; cut = cutLink(current)) {
    // Once more, since a blank can now stand beside another one or beside Han.
    const { text: folded, offsets } = foldWithOffsets(cut.text);
    const before = cut.offsets;
    current = { text: folded, offsets: offsets.map((offset) => before[offset] ?? text.length) };
  }
  return current;
}

/** A Markdown link or picture after folding: its address begins as addresses do, so that `[1](see below)` is none. */
const link = /!?\[([^[\]]+)\]\((?:https?:|mailto:|\.{0,2}\/|[\w-]+[./]\w)[^()]*(?:\([^()]*\)[^()]*)?\)/;

/** The text with its first link as its wording alone; undefined when it has none. */
function cutLink({ text, offsets }: NormalizedText): NormalizedText | undefined {
  const match = text.includes("](") ? link.exec(text) : null;
  if (match === null) return undefined;
  const [whole, wording = ""] = match;
  const start = match.index + whole.indexOf(wording);
  const end = match.index + whole.length;
  return {
    text: text.slice(0, match.index) + wording + text.slice(end),
    offsets: [...offsets.slice(0, match.index), ...offsets.slice(start, start + wording.length), ...offsets.slice(end)],
  };
}

function foldWithOffsets(text: string): NormalizedText {
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
