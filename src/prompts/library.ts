import { existsSync, lstatSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { InputError } from "../core/index.ts";
import { findPrompts, readPromptText, resolvePrompt, shippedDir, showPath } from "./reference.ts";

/** A file as it was read. */
export interface ReadFile {
  /** As messages show it. */
  readonly path: string;
  readonly text: string;
}

/** Where prompts, fragments and examples come from. */
export interface Library {
  /** @throws InputError when there is no such file. */
  readonly template: (reference: string, at?: string) => ReadFile;
  /** The examples of `few-shot/<scene>.yaml`. @throws InputError when there is no such file. */
  readonly scene: (name: string, at?: string) => ReadFile;
}

/** The prompts folder of a project as it is now, and behind it what ships with this package. A file is read once. */
export function createLibrary(promptsDir: string): Library {
  const there = findPrompts(promptsDir, "hbs");
  const files = new Map<string, ReadFile>();
  const read = (path: string): ReadFile => {
    const file = files.get(path) ?? readInside(path, promptsDir);
    files.set(path, file);
    return file;
  };
  return {
    template: (reference, at) => read(resolvePrompt(promptsDir, reference, { extension: "hbs", at, there })),
    scene: (name, at) => read(findScene(promptsDir, name, at)),
  };
}

function readInside(path: string, promptsDir: string): ReadFile {
  checkInside(path, promptsDir);
  return { path: showPath(path), text: readPromptText(path) };
}

function findScene(promptsDir: string, name: string, at: string | undefined): string {
  const place = at === undefined ? {} : { at };
  if (!/^[\p{L}\p{N}_-]+$/u.test(name)) {
    const what = `\`${name}\` is no name of a scene`;
    throw new InputError({ code: "prompt-few-shot", what, ...place, fix: "use letters, digits, `-` and `_`" });
  }
  const path = [promptsDir, shippedDir].map((folder) => join(folder, "few-shot", `${name}.yaml`)).find(exists);
  if (path !== undefined) return path;
  throw new InputError({
    code: "prompt-not-found",
    what: `there are no examples \`${name}\``,
    ...place,
    fix: `write ${showPath(join(promptsDir, "few-shot", `${name}.yaml`))}`,
  });
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A link out of the prompts folder could bring in anything, and no lock would see it change. */
function checkInside(path: string, promptsDir: string): void {
  const roots = [promptsDir, shippedDir].filter(exists).map((folder) => realpathSync(folder) + sep);
  const real = existsSync(path) ? realpathSync(path) : path;
  if (roots.some((root) => real.startsWith(root))) return;
  throw new InputError({
    code: "prompt-outside",
    what: `\`${showPath(path)}\` is a link that leads out of the prompts folder`,
    at: showPath(path),
    fix: "put the file itself there",
  });
}
