import { z } from "zod";
import { type Problem, suggestName, throwIfAny } from "../core/index.ts";
import { describeRaw, isRawObject, type Raw, textOf } from "./raw.ts";
import { parseYaml } from "./yaml.ts";

/** What `dataset.yaml` may say; every key may be left out. */
const manifestSchema = z.strictObject({
  name: z.string().min(1).optional().describe("Name in reports; default: the folder's name."),
  title: z.string().optional().describe("One line for people."),
  description: z.string().optional().describe("What the questions are, and where they come from."),
  language: z.enum(["en", "zh"]).optional().describe("Of cases that state none; default: told from each query."),
  licence: z.string().optional().describe("Licence of the texts."),
  origin: z.string().optional().describe("Where the data comes from: address, version."),
  cases: z
    .string()
    .min(1)
    .optional()
    .describe("File of the cases, inside the folder; default: `cases.jsonl`, `.csv` or `.yaml`."),
  corpus: z
    .string()
    .min(1)
    .optional()
    .describe("File or folder of the documents; default: `corpus.jsonl` or `corpus/`."),
});

/** `dataset.yaml` as it was read. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * @param name the file as messages call it.
 * @throws InputError with every problem.
 */
export function parseManifest(text: string, name: string): Manifest {
  const problems: Problem[] = [];
  const raw = parseYaml(text, name, { problems })?.value ?? null;
  throwIfAny(problems);
  if (raw === null) return {};
  if (!isRawObject(raw)) {
    const what = `the file must be an object, not ${describeRaw(raw)}`;
    throwIfAny([{ code: "dataset-manifest", what, at: name, fix: "write it as `key: value`, one a line" }]);
    return {};
  }
  const lineOf = (key: string): string => {
    const line = text.split(/\r\n|\n|\r/).findIndex((one) => one.startsWith(key));
    return line === -1 ? name : `${name}:${line + 1}`;
  };
  const result = manifestSchema.safeParse(valuesOf(raw));
  if (result.success) return result.data;
  throwIfAny(result.error.issues.flatMap((issue) => problemsOf(issue, lineOf)));
  return {};
}

/** Every value is a text here; null is the same as not there. */
function valuesOf(raw: Exclude<Raw, string | boolean | null>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(raw) as readonly [string, Raw][];
  return Object.fromEntries(
    entries.filter(([, value]) => value !== null).map(([key, value]) => [key, textOf(value) ?? value]),
  );
}

function problemsOf(issue: z.core.$ZodIssue, lineOf: (key: string) => string): readonly Problem[] {
  const known = Object.keys(manifestSchema.shape);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: "dataset-unknown-field",
      what: `unknown key \`${key}\``,
      at: lineOf(key),
      fix: suggestName(key, known),
    }));
  }
  const key = String(issue.path[0] ?? "");
  const due = key === "language" ? "`en` or `zh`" : "a text";
  return [
    { code: "dataset-manifest", what: `\`${key}\` must be ${due}`, at: lineOf(key), fix: "mend it, or leave it out" },
  ];
}
