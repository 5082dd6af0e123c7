import { LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import type { Problem } from "../core/index.ts";

const schema = z
  .array(
    z.strictObject({
      input: z.string().min(1),
      output: z.string().min(1),
      tags: z.array(z.string()).default([]),
      difficulty: z.int().min(1).max(3).default(1),
      note: z.string().optional(),
    }),
  )
  .min(1, "there must be at least one example");

/** One example of a scene. */
export type Example = z.infer<typeof schema>[number];

/**
 * The examples of `prompts/few-shot/<scene>.yaml`, in their order.
 *
 * @param problems gets everything that is wrong, with its line.
 */
export function parseExamples(
  text: string,
  { at, problems }: { readonly at: string; readonly problems: Problem[] },
): readonly Example[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fix = "write a list of examples, each with input, output, and perhaps tags, difficulty (1 to 3) and note";
  for (const error of document.errors) {
    const what = `the examples are not YAML: ${error.message.split("\n")[0]}`;
    problems.push({ code: "prompt-few-shot", what, at: `${at}:${error.linePos?.[0].line ?? 1}`, fix: "mend the line" });
  }
  if (document.errors.length > 0) return [];
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const node: unknown = document.getIn(path, true) ?? document.getIn(path.slice(0, -1), true);
    const start = (node as { readonly range?: readonly number[] } | undefined)?.range?.[0];
    const line = start === undefined ? 1 : lines.linePos(start).line;
    problems.push({
      code: "prompt-few-shot",
      what: `\`${path.map(String).join(".")}\`: ${message}`,
      at: `${at}:${line}`,
      fix,
    });
  }
  return [];
}

/** What examples are chosen by. */
export interface ExampleWish {
  /** The question of the case: an example that asks the same would give the answer away. */
  readonly query?: string | undefined;
  /** Examples with one of these come first; none given: all are alike. */
  readonly tags?: readonly string[] | undefined;
  /** Of the case, 1 to 3: harder cases get more examples, `max` of them at 3. 3 when not given. */
  readonly difficulty?: number | undefined;
  /** The most examples. */
  readonly max: number;
  /** The most tokens that input and output of all may have, as `estimateTokens` counts. */
  readonly tokens?: number | undefined;
}

/**
 * Chooses examples, always the same for the same wish: those that share a tag first, of
 * these the hardest first, of these in the order of the file. A case of difficulty d of 3
 * gets up to ⌈max · d / 3⌉ of them, and none that would go over the budget.
 */
export function chooseExamples(examples: readonly Example[], wish: ExampleWish): readonly Example[] {
  const { query = "", tags = [], difficulty = 3, max, tokens = Number.POSITIVE_INFINITY } = wish;
  const most = Math.ceil((max * Math.min(3, Math.max(1, difficulty))) / 3);
  const shares = (example: Example): number => (example.tags.some((tag) => tags.includes(tag)) ? 1 : 0);
  const ranked = examples
    .filter(({ input }) => plain(input) !== plain(query))
    .sort((a, b) => shares(b) - shares(a) || b.difficulty - a.difficulty);
  const chosen: Example[] = [];
  let spent = 0;
  for (const example of ranked) {
    const cost = estimateTokens(example.input) + estimateTokens(example.output);
    if (chosen.length === most) break;
    if (spent + cost > tokens) continue;
    chosen.push(example);
    spent += cost;
  }
  return chosen;
}

/** Letters and digits alone: two questions that differ in marks and blanks are one. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * About how many tokens a text has: one for each Chinese, Japanese or Korean character,
 * and one for every four others. Ours: within a fifth or so of the tokenizers of the usual
 * models on prose; no model's own count.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
