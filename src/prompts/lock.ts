import * as z from "zod";
import { InputError } from "../core/index.ts";
import { hashFiles } from "./closure.ts";

/** What a released prompt consists of. */
export interface LockEntry {
  /** SHA-256 over the files and the version of the helpers. */
  readonly hash: string;
  /** Version of the helpers, such as `delimit`. */
  readonly helpers: number;
  /** By file, relative to the prompts folder: SHA-256 of its text, without a byte order mark and with line feeds. */
  readonly files: Readonly<Record<string, string>>;
}

/** What is released, by reference: `rag/answer@v1`. */
export type Lock = ReadonlyMap<string, LockEntry>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256");
const schema = z.strictObject({
  format: z.literal(1),
  prompts: z.record(
    z.string(),
    z.strictObject({ hash: sha256, helpers: z.int().min(1), files: z.record(z.string(), sha256) }),
  ),
});

/**
 * Reads the text of a lock file.
 *
 * @throws InputError when it is not JSON, not a lock, or of a format that this version does not read.
 */
export function parseLock(text: string, at: string): Lock {
  if (/^(<{7}|={7}|>{7})( |$)/m.test(text)) {
    throw unreadable(
      at,
      "it holds the marks of a merge that was not finished",
      "choose a side for each, then release what is missing",
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(at, `it is not JSON: ${(error as Error).message}`);
  }
  const format = (value as { readonly format?: unknown } | null)?.format;
  if (typeof format === "number" && format > 1) {
    throw unreadable(
      at,
      `it is of format ${format}, and this version reads format 1`,
      "install the version of touchstone that wrote it, or a newer one",
    );
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return checkHashes(new Map(Object.entries(data.prompts)), at);
  const [issue] = error.issues;
  throw unreadable(at, `\`${issue?.path.map(String).join(".") ?? ""}\`: ${issue?.message ?? "unreadable"}`);
}

/** Whoever edits a line by hand has not released anything. */
function checkHashes(lock: Lock, at: string): Lock {
  for (const [reference, { hash, helpers, files }] of lock) {
    if (hash !== hashFiles(files, helpers))
      throw unreadable(at, `the hash of \`${reference}\` is not that of its files`);
  }
  return lock;
}

function unreadable(at: string, why: string, fix = "restore it from git"): InputError {
  return new InputError({ code: "prompt-lock", what: "this is not a lock of released prompts", at, why, fix });
}

/** The text of a lock file: sorted, one line a file, so that a pull request shows what was released and merges are small. */
export function formatLock(lock: Lock): string {
  const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
    Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  const prompts = [...lock].map(([reference, { hash, helpers, files }]) => {
    return [reference, { hash, helpers, files: sorted(Object.entries(files)) }] as const;
  });
  return `${JSON.stringify({ format: 1, prompts: sorted(prompts) }, null, 2)}\n`;
}
