import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";

/** What a module exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/** A TypeScript or JavaScript file of the user's, or why there is none: in words, for a message. */
export type LoadedModule =
  | { readonly kind: "loaded"; readonly exports: Exports; readonly source: string }
  | { readonly kind: "missing"; readonly why: string }
  | { readonly kind: "broken"; readonly why: string };

/** How long a module may take to load, and a function of it to answer, where nobody says otherwise. */
export const usualTimeoutMs = 120_000;

/** Loads a `.js`, `.mjs`, `.cjs`, `.ts` or `.mts` file, given by its absolute path. */
export async function loadModule(file: string, timeoutMs = usualTimeoutMs): Promise<LoadedModule> {
  let source: string;
  try {
    source = await readFile(file, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return { kind: "missing", why: String(error.code) };
  }
  let timer: NodeJS.Timeout | undefined;
  // An `await` at the top of the file may wait for ever; without the timer Node would end, and say nothing.
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not ready within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return { kind: "loaded", exports: await Promise.race([importFile(file), late]), source };
  } catch (error) {
    const lines = textOf(error)
      .split("\n")
      .filter((line) => line.trim() !== "");
    // A compiler names the place in its second line.
    return { kind: "broken", why: lines.slice(0, 2).join(" ") };
  } finally {
    clearTimeout(timer);
  }
}

/** What a function of the user's threw, as text: it may be anything, with no way to become one. */
export function textOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    return "something that has no text";
  }
}

async function importFile(file: string): Promise<Exports> {
  const url = pathToFileURL(file).href;
  if (/^\.[mc]?ts$/.test(extname(file))) return loadTypeScript(url);
  return (await import(/* @vite-ignore */ url)) as Exports;
}

async function loadTypeScript(url: string): Promise<Exports> {
  const tsx = await import("tsx/esm/api").catch(() => null);
  if (tsx === null) throw new Error("TypeScript needs the package `tsx`: install it, or give a JavaScript file");
  return (await tsx.tsImport(url, import.meta.url)) as Exports;
}
