import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeUtf8, InputError, nearestName, type Problem } from "../core/index.ts";

/** A prompt file by name and version: `rag/answer@v1`. */
export interface PromptReference {
  /** With `/` between folders, without the version. */
  readonly name: string;
  /** From 1. */
  readonly version: number;
}

/**
 * Reads `rag/answer@v1`. The version must be there, since a run that says "the latest"
 * cannot be compared with another.
 *
 * In: `known`: references that exist, for the message; `at`: where it was written.
 *
 * @throws InputError `prompt-latest`, `prompt-no-version` or `prompt-bad-reference`.
 */
export function parsePromptReference(
  reference: string,
  { known = [], at }: { readonly known?: readonly string[]; readonly at?: string | undefined } = {},
): PromptReference {
  const [, name, version] = /^([^@]*)(?:@(.*))?$/s.exec(reference) ?? [];
  const problem = (code: string, text: Omit<Problem, "code" | "at">): InputError =>
    new InputError({ code, ...text, ...(at === undefined ? {} : { at }) });
  if (name === undefined || !/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u.test(name)) {
    throw problem("prompt-bad-reference", {
      what: `\`${reference}\` is no prompt reference`,
      why: "a name is relative to the prompts folder, of letters, digits, `-` and `_`, with `/` between folders",
      fix: "write it like `rag/answer@v1`",
    });
  }
  if (version === "latest") {
    throw problem("prompt-latest", {
      what: `\`${reference}\` does not say which version`,
      why: "the latest is another one tomorrow, and the two runs could not be compared",
      fix: nameVersion(name, known),
    });
  }
  if (version === undefined || !/^v[1-9]\d{0,5}$/.test(version)) {
    const what =
      version === undefined
        ? `\`${reference}\` has no version`
        : `the version in \`${reference}\` is not of the form \`v1\``;
    throw problem("prompt-no-version", { what, fix: nameVersion(name, known) });
  }
  return { name, version: Number(version.slice(1)) };
}

/** The prompts that come with this package, so that a new project can use a model as judge at once. */
export const shippedDir = fileURLToPath(new URL("../../prompts", import.meta.url));

/** The references that there are: in a prompts folder, and among what ships with this package. */
export interface KnownPrompts {
  readonly own: ReadonlySet<string>;
  readonly shipped: ReadonlySet<string>;
}

/** Looks which prompts there are, once for many references. */
export function findPrompts(promptsDir: string, extension: "hbs" | "yaml"): KnownPrompts {
  return { own: new Set(listPrompts(promptsDir, extension)), shipped: new Set(listPrompts(shippedDir, extension)) };
}

/**
 * Finds the file of a reference in the prompts folder, else among those that ship
 * with this package: a file of the project's own wins.
 *
 * In: `extension`: `hbs` for templates, `yaml` for rubrics; `there`: which there are, looked up when not given.
 * Out: its path, under `promptsDir` as that was given, or an absolute one.
 *
 * @throws InputError when the reference is malformed or there is no such file; the message has those that exist.
 */
export function resolvePrompt(
  promptsDir: string,
  reference: string,
  { extension, at, there = findPrompts(promptsDir, extension) }: ResolveOptions,
): string {
  const { own, shipped } = there;
  const file = `${reference.replace("@", ".")}.${extension}`;
  if (own.has(reference)) return join(promptsDir, file);
  if (shipped.has(reference)) return join(shippedDir, file);
  const known = [...new Set([...own, ...shipped])];
  const { name, version } = parsePromptReference(reference, { known, at });
  const versions = versionsOf(name, known);
  throw new InputError({
    code: "prompt-not-found",
    what:
      versions.length > 0
        ? `\`${name}\` has no version ${version}`
        : `there is no prompt \`${name}\` in ${showPath(promptsDir)}`,
    ...(at === undefined ? {} : { at }),
    fix: nameVersion(name, known),
  });
}

interface ResolveOptions {
  readonly extension: "hbs" | "yaml";
  readonly at?: string | undefined;
  readonly there?: KnownPrompts | undefined;
}

/** All references in a prompts folder with files of one extension, sorted by name, then by version. */
export function listPrompts(promptsDir: string, extension: "hbs" | "yaml"): readonly string[] {
  const found: { name: string; version: number }[] = [];
  const walk = (folder: string): void => {
    for (const entry of entriesOf(join(promptsDir, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      // Nothing else can be referred to: editors leave files such as `.#answer.v1.hbs`.
      const match = /^([\p{L}\p{N}_/-]+)\.v([1-9]\d{0,5})\.(\w+)$/u.exec(path);
      if (!entry.isDirectory() && match?.[1] !== undefined && match[3] === extension) {
        found.push({ name: match[1], version: Number(match[2]) });
      }
    }
  };
  walk("");
  found.sort((a, b) => (a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1));
  return found.map(({ name, version }) => `${name}@v${version}`);
}

/**
 * The text of a prompt file.
 *
 * @throws InputError `prompt-encoding` when it is not UTF-8, `prompt-not-found` when it has just gone.
 */
export function readPromptText(path: string): string {
  const text = decodeUtf8(readBytes(path));
  if (text !== null) return text;
  throw new InputError({
    code: "prompt-encoding",
    what: "a prompt must be text in UTF-8, and these bytes are none",
    at: showPath(path),
    fix: "save the file as UTF-8",
  });
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new InputError({
      code: "prompt-not-found",
      what: "the file is gone, or a link that leads nowhere",
      at: showPath(path),
      fix: "put the file there",
    });
  }
}

/** A path as a person would type it: from the current folder, where it is inside. */
export function showPath(path: string): string {
  const shown = relative("", path);
  return shown === "" || shown.startsWith("..") ? path : shown;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A folder that is not there holds no prompts; the message for the reference says so.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function versionsOf(name: string, known: readonly string[]): readonly string[] {
  return known.filter((one) => one.startsWith(`${name}@`));
}

function nameVersion(name: string, known: readonly string[]): string {
  const versions = versionsOf(name, known);
  if (versions.length > 0) return `choose one of ${versions.map((one) => `\`${one}\``).join(", ")}`;
  const near = nearestName(
    name,
    known.map((one) => one.split("@")[0] ?? one),
  );
  if (near !== undefined)
    return `did you mean ${versionsOf(near, known)
      .map((one) => `\`${one}\``)
      .join(" or ")}?`;
  return `choose one of ${known.map((one) => `\`${one}\``).join(", ")}`;
}
