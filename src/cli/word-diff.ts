import { styleText } from "node:util";
import { diffArrays } from "diff";

/** A stretch of two texts: what both have, or what one has in place of what the other has. */
export type Stretch = { readonly kind: "same"; readonly text: string } | Changed;

interface Changed {
  readonly kind: "changed";
  readonly old: string;
  readonly new: string;
}

/**
 * What has changed between two texts, word by word: a Chinese, Japanese or Korean
 * character is a word, and so is each mark, each run of blanks and each line end.
 * Put together, the stretches are both texts letter for letter.
 */
export function diffWords(old: string, text: string): readonly Stretch[] {
  const stretches = diffArrays(wordsOf(old), wordsOf(text)).map(({ added, removed, value }): Stretch => {
    const words = value.join("");
    if (!added && !removed) return { kind: "same", text: words };
    return { kind: "changed", old: added ? "" : words, new: added ? words : "" };
  });
  return joinChanges(stretches).flatMap(withoutCommonBlanks);
}

function wordsOf(text: string): string[] {
  const wide = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
  return text.match(new RegExp(`[${wide}]|(?:(?![${wide}])[\\p{L}\\p{M}\\p{N}_])+|\\n|[^\\S\\n]+|.`, "gsu")) ?? [];
}

/** What went and what came in its place are one change, and so are two with nothing but blanks between them. */
function joinChanges(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const [i, stretch] of stretches.entries()) {
    const before = joined.at(-1);
    const isBridge = stretch.kind === "same" && /^[^\S\n]+$/.test(stretch.text) && i < stretches.length - 1;
    if (before?.kind !== "changed" || (stretch.kind === "same" && !isBridge)) joined.push(stretch);
    else joined[joined.length - 1] = joinTwo(before, stretch);
  }
  return joined;
}

function joinTwo(before: Changed, stretch: Stretch): Changed {
  if (stretch.kind === "same")
    return { kind: "changed", old: before.old + stretch.text, new: before.new + stretch.text };
  return { kind: "changed", old: before.old + stretch.old, new: before.new + stretch.new };
}

/** A blank at the end of both is no change. */
function withoutCommonBlanks(stretch: Stretch): readonly Stretch[] {
  if (stretch.kind === "same") return [stretch];
  const blank = /[^\S\n]+$/.exec(stretch.old)?.[0] ?? "";
  if (blank === "" || !stretch.new.endsWith(blank)) return [stretch];
  const changed: Changed = {
    kind: "changed",
    old: stretch.old.slice(0, -blank.length),
    new: stretch.new.slice(0, -blank.length),
  };
  return [changed, { kind: "same", text: blank }];
}

/** How many lines stay around a change. */
const contextLines = 2;

/**
 * A difference for people: `[-old-]{+new+}`, with what is far from a change left out;
 * empty when there is none.
 */
export function formatWordDiff(stretches: readonly Stretch[], { colours }: { readonly colours: boolean }): string {
  if (stretches.every(({ kind }) => kind === "same")) return "";
  const paint = (colour: "red" | "green", text: string): string =>
    colours ? styleText(colour, text, { validateStream: false }) : text;
  return stretches
    .map((stretch, i) => {
      if (stretch.kind === "same")
        return shorten(stretch.text, { isFirst: i === 0, isLast: i === stretches.length - 1 });
      const old = stretch.old === "" ? "" : paint("red", `[-${stretch.old}-]`);
      return `${old}${stretch.new === "" ? "" : paint("green", `{+${stretch.new}+}`)}`;
    })
    .join("");
}

function shorten(text: string, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): string {
  const lines = (isLast ? text.replace(/\n$/, "") : text).split("\n");
  // The first and the last are parts of lines, where a change stands beside them.
  const head = isFirst ? 0 : contextLines + 1;
  const tail = isLast ? 0 : contextLines + 1;
  const left = lines.length - head - tail;
  if (left < 2) return text;
  const kept = [...lines.slice(0, head), `… ${left} lines as before …`, ...lines.slice(lines.length - tail)];
  return kept.join("\n");
}

/** Whether a person looks who can see colours: a terminal, and neither `NO_COLOR` nor a dumb one. */
export function seesColours(): boolean {
  return process.stdout.isTTY === true && process.stdout.hasColors();
}
