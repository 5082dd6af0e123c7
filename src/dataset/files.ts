import { readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { InputError, type Problem } from "../core/index.ts";
import { decodeText } from "./decode.ts";

/** A dataset while it is read: what is found on the way goes in here. */
export interface Reading {
  /** Absolute. */
  readonly folder: string;
  readonly problems: Problem[];
  readonly notes: string[];
}

/** The text of a file, whatever its encoding. */
export async function readText(path: string, { notes }: Pick<Reading, "notes">): Promise<string> {
  const bytes = await readFile(path).catch(tellUnreadable(path));
  const { text, notes: found } = decodeText(bytes, showPath(path));
  notes.push(...found);
  return text;
}

/** What the user can mend when the system refuses a path. Anything else is no mistake in the files. */
const refusals: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  EACCES: { what: "it may not be read", fix: "give yourself the right to read it" },
  EPERM: { what: "it may not be read", fix: "give yourself the right to read it" },
  EISDIR: { what: "this is a folder, and a file is needed", fix: "name a file" },
  ENOENT: { what: "this is a link that leads nowhere", fix: "mend the link, or remove it" },
  ELOOP: { what: "this is a link that leads back to itself", fix: "mend the link, or remove it" },
};

/** For `catch` after a step that reads what stands at a path: says in words why the system refused. */
export function tellUnreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const refusal = refusals[error.code ?? ""];
    if (refusal === undefined) throw error;
    throw new InputError({ code: "dataset-unreadable", ...refusal, at: showPath(path) });
  };
}

/** How the system says that there is nothing of this name; the last two: there can be nothing of this name. */
const nothingThere = ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"];

/** What stands at a path; undefined: nothing. */
export async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    nothingThere.includes(error.code ?? "") ? undefined : tellUnreadable(path)(error),
  );
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

/** The path of the one of these names that the folder has. */
export async function findOne(names: readonly string[], folder: string): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of names) if ((await kindOf(join(folder, name))) !== undefined) found.push(name);
  if (found.length > 1) {
    throw new InputError({
      code: "dataset-file-ambiguous",
      what: `the dataset has ${found.map((name) => `\`${name}\``).join(" and ")}, and only one can count`,
      at: showPath(folder),
      fix: "name the one that counts in `dataset.yaml`, or remove the other",
    });
  }
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

/** The path, once it is sure that something is there. */
export async function existing(
  path: string,
  { folder, key }: { readonly folder: string; readonly key: string },
): Promise<string> {
  if ((await kindOf(path)) !== undefined) return path;
  throw new InputError({
    code: "dataset-file-missing",
    what: `\`${key}\` names \`${showPath(path)}\`, which is not there`,
    at: showPath(join(folder, "dataset.yaml")),
    fix: "correct the name; it is looked for from the dataset's folder",
  });
}

/** A path as a person in the current folder would write it. */
export function showPath(path: string): string {
  const inside = relative("", path);
  return inside === "" || inside.startsWith("..") ? path : inside.split(sep).join("/");
}
