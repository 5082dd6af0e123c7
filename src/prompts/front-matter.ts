import { LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import type { Problem } from "../core/index.ts";
import type { Fields, Leaf, Shape } from "./shape.ts";

/** One declared input, or a part of one. */
const input: z.ZodType<DeclaredInput> = z.lazy(() =>
  z.strictObject({
    type: z.enum(["text", "number", "flag", "list", "object"]),
    required: z.boolean().default(true),
    untrusted: z.boolean().default(false),
    description: z.string().optional(),
    example: z.unknown().optional(),
    items: z.record(z.string(), input).optional(),
    fields: z.record(z.string(), input).optional(),
  }),
);

/** An input as the front matter declares it. */
export interface DeclaredInput {
  readonly type: "text" | "number" | "flag" | "list" | "object";
  readonly required: boolean;
  /** Text that somebody else wrote. */
  readonly untrusted: boolean;
  readonly description?: string | undefined;
  readonly example?: unknown;
  /** Of a list of objects: what each has. A list without them is one of texts. */
  readonly items?: Readonly<Record<string, DeclaredInput>> | undefined;
  readonly fields?: Readonly<Record<string, DeclaredInput>> | undefined;
}

const schema = z.strictObject({
  description: z.string().min(1).optional(),
  owner: z.string().min(1).optional(),
  change: z.string().min(1).optional(),
  /** Of a fragment: which part of a system prompt it is. */
  kind: z.enum(["role", "format", "safety", "domain"]).optional(),
  /** `fenced-data`: the text says that what stands between tags is data. */
  declares: z.enum(["fenced-data"]).optional(),
  inputs: z.record(z.string().regex(/^[a-zA-Z_]\w*$/, "a name is of letters, digits and `_`"), input).optional(),
  parameters: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      maxTokens: z.int().min(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      seed: z.int().optional(),
    })
    .optional(),
});

/** What a prompt file says of itself above its text. */
export type FrontMatter = z.infer<typeof schema>;

/** The two parts of a prompt file. */
export interface ParsedFile {
  readonly front: FrontMatter;
  /** The template. */
  readonly body: string;
  /** How many lines of the file stand above the template. */
  readonly linesAbove: number;
}

/**
 * Splits a prompt file into what stands between two lines of `---` at its top, as YAML,
 * and the template below.
 *
 * @param at the file, for messages.
 * @param problems gets what is wrong with the front matter.
 */
export function parseFrontMatter(
  text: string,
  { at, problems }: { readonly at: string; readonly problems: Problem[] },
): ParsedFile {
  const match = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (match === null || match.index !== 0) return { front: {}, body: text, linesAbove: 0 };
  const [whole, yaml = ""] = match;
  return {
    front: readYaml(yaml, { at, problems }),
    body: text.slice(whole.length),
    linesAbove: whole.split("\n").length - 1,
  };
}

function readYaml(yaml: string, { at, problems }: { readonly at: string; readonly problems: Problem[] }): FrontMatter {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  for (const error of document.errors) {
    const what = `the front matter is not YAML: ${error.message.split("\n")[0]}`;
    problems.push({
      code: "prompt-front-matter",
      what,
      at: `${at}:${(error.linePos?.[0].line ?? 1) + 1}`,
      fix: "mend the line",
    });
  }
  if (document.errors.length > 0) return {};
  const parsed = schema.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const node: unknown = document.getIn(issue.path, true);
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
    const line = range?.[0] === undefined ? 1 : lines.linePos(range[0]).line;
    problems.push({
      code: "prompt-front-matter",
      what: `\`${issue.path.map(String).join(".") || "front matter"}\`: ${issue.message}`,
      at: `${at}:${line + 1}`,
      fix: "it may have description, owner, change, kind, declares, inputs and parameters; see docs/prompts.md",
    });
  }
  return {};
}

/** The shapes of declared inputs, as the check reads them. */
export function shapesOf(inputs: Readonly<Record<string, DeclaredInput>>): Fields {
  return Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, shapeOf(one)]));
}

function shapeOf({ type, untrusted, items, fields }: DeclaredInput): Shape {
  const leaf: Leaf = untrusted ? "untrusted" : "text";
  if (type === "list") return { each: items === undefined ? leaf : shapesOf(items) };
  if (type === "object") return { fields: shapesOf(fields ?? {}) };
  return type === "text" ? leaf : type;
}
