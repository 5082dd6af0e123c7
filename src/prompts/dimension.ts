import { LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { InputError, type Language, type Problem, sha256 } from "../core/index.ts";
import { readPromptText, resolvePrompt, showPath } from "./reference.ts";

/** A dimension that a judge scores from 0 to 5: data, so that an expert can add one without code. */
export interface Dimension {
  /** The key of its score, such as `faithfulness`. */
  readonly id: string;
  readonly title: string;
  /** One sentence for people who do not program. */
  readonly meaning: string;
  /** What the field calls it. */
  readonly source: string;
  /** The question that a judge answers. */
  readonly asks: Readonly<Record<Language, string>>;
  /**
   * What a judge by claims counts instead of choosing a level: claims of the answer that a context
   * supports, or points of the reference that the answer holds.
   */
  readonly counts?: "claims" | "points" | undefined;
  /** Without these there is nothing to judge. */
  readonly needs: readonly ("contexts" | "references")[];
  /** `levels.en[3]` is the sentence for the score 3. */
  readonly levels: Readonly<Record<Language, readonly string[]>>;
  /** `judge/faithfulness@v1`. */
  readonly reference: string;
  /** SHA-256 of the file's text, without a byte order mark. */
  readonly hash: string;
}

const sentence = z.string({ error: "must be a sentence" }).trim().min(1, { error: "must not be empty" });
const six = z
  .array(sentence, { error: "must be a list of six sentences" })
  .length(6, { error: "must be six sentences, for the scores 0 to 5" });
/** Keys of a verdict that are no scores. */
const taken = ["reason", "claims", "points"];
const schema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, "must be of a-z, 0-9 and `_`, a letter first")
    .refine((id) => !taken.includes(id), { error: "is a word that a verdict uses for something else" }),
  title: sentence,
  meaning: sentence,
  source: sentence,
  asks: z.strictObject({ en: sentence, zh: sentence }),
  counts: z.enum(["claims", "points"]).optional(),
  needs: z.array(z.enum(["contexts", "references"])).default([]),
  levels: z.strictObject({ en: six, zh: six }),
});

/**
 * Reads a dimension: `judge/faithfulness@v1` is `judge/faithfulness.v1.yaml`.
 *
 * @throws InputError with every problem of the reference or the file.
 */
export function loadDimension(
  promptsDir: string,
  reference: string,
  { at }: { readonly at?: string | undefined } = {},
): Dimension {
  const path = resolvePrompt(promptsDir, reference, { extension: "yaml", at });
  return parseDimension(readPromptText(path), { reference, path: showPath(path) });
}

/**
 * Reads the text of a dimension's file.
 *
 * @throws InputError with every problem found; `path` is where it points.
 */
export function parseDimension(
  source: string,
  { reference, path }: { readonly reference: string; readonly path: string },
): Dimension {
  const text = source.replace(/^\uFEFF/, "");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors.map((error): Problem => {
    const line = error.linePos?.[0].line ?? 1;
    const what = `the file is not YAML: ${error.message.split("\n")[0]}`;
    return { code: "dimension-not-yaml", what, at: `${path}:${line}`, fix: "mend the line" };
  });
  if (broken.length > 0) throw new InputError(broken);
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return { ...parsed.data, reference, hash: sha256(text) };
  const lineOf = (keys: readonly PropertyKey[]): number => {
    for (let depth = keys.length; depth > 0; depth--) {
      const node: unknown = document.getIn(keys.slice(0, depth), true);
      if (hasRange(node)) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  throw new InputError(
    parsed.error.issues.map((issue) => ({
      code: "dimension-malformed",
      what: `\`${issue.path.map(String).join(".") || "file"}\`: ${issue.message}`,
      at: `${path}:${lineOf(issue.path)}`,
      fix: "a dimension has id, title, meaning, source, asks and levels with `en` and `zh`, six sentences each",
    })),
  );
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}
