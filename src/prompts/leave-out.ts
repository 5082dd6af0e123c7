import { parseDocument } from "yaml";
import { type Closure, plainOf, type TemplateFile } from "./closure.ts";
import type { Library, ReadFile } from "./library.ts";
import { visitNodes } from "./syntax-tree.ts";

/** A part of a prompt that can be left out, to see what it is worth. */
export interface PromptPart {
  readonly kind: "fragment" | "example" | "line";
  /** The reference of a fragment, the input of an example, the text of a line. */
  readonly label: string;
  /** `file:line`, or the scene of an example and its place in it, from 1. */
  readonly at: string;
  /** The files as they are without it. */
  readonly without: (library: Library) => Library;
}

/**
 * What can be left out of a prompt, one at a time: each fragment that it brings in, each
 * example that it chooses from, and each line of instruction, which is a line of text
 * without a variable that is no heading. The only line of a fragment is the fragment.
 */
export function partsOf(closure: Closure): readonly PromptPart[] {
  const files = [closure.root, ...closure.fragments.values()];
  return [
    ...[...closure.fragments.keys()].map((reference) => fragmentPart(reference, files)),
    ...[...closure.scenes].flatMap(([scene, examples]) =>
      examples.map(({ input }, i) => examplePart(scene, { input, place: i })),
    ),
    ...files.flatMap(linesOf),
  ];
}

function fragmentPart(reference: string, files: readonly TemplateFile[]): PromptPart {
  const places = files.flatMap((file) => linesWithFragment(file, reference).map((line) => ({ file, line })));
  const [first] = places;
  return {
    kind: "fragment",
    label: reference,
    at: `${first?.file.path}:${first?.line}`,
    without: (library) =>
      editing(library, (name, text) => {
        const here = new Set(places.filter(({ file }) => file.reference === name).map(({ line }) => line));
        if (here.size === 0) return text;
        const call = new RegExp(`\\{\\{~?>\\s*(["'\\[])?${reference}["'\\]]?\\s*~?\\}\\}`, "g");
        return eachLine(text, (line, number) => {
          if (!here.has(number)) return line;
          const rest = line.replace(call, "");
          return rest.trim() === "" ? undefined : rest;
        });
      }),
  };
}

function linesWithFragment({ tree, linesAbove }: TemplateFile, reference: string): readonly number[] {
  const lines: number[] = [];
  visitNodes(tree, (node) => {
    if (node.type === "PartialStatement" && String(node.name.original) === reference)
      lines.push(node.loc.start.line + linesAbove);
  });
  return lines;
}

function examplePart(scene: string, { input, place }: { readonly input: string; readonly place: number }): PromptPart {
  return {
    kind: "example",
    label: input,
    at: `few-shot/${scene}.yaml, example ${place + 1}`,
    without: (library) => ({
      ...library,
      scene: (name, at) => {
        const file = library.scene(name, at);
        return name === scene ? { ...file, text: withoutExample(file, place) } : file;
      },
    }),
  };
}

function withoutExample({ text }: ReadFile, place: number): string {
  const document = parseDocument(plainOf(text));
  document.deleteIn([place]);
  return String(document);
}

function linesOf(file: TemplateFile): readonly PromptPart[] {
  // Without its only line a file says nothing.
  if (!file.body.trim().includes("\n")) return [];
  const found: PromptPart[] = [];
  const inTags = tagLines(file);
  for (const [i, line] of file.body.split("\n").entries()) {
    const isInstruction = /\p{L}/u.test(line) && !/^\s*#/.test(line) && !inTags.has(i + 1);
    if (isInstruction) found.push(linePart(file, { line, number: i + 1 + file.linesAbove }));
  }
  return found;
}

/** The lines, from 1, that hold a part of a tag: `{{…}}` may go over several. */
function tagLines({ body }: TemplateFile): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { 0: tag, index } of body.matchAll(/\{\{[\s\S]*?\}\}/g)) {
    const first = body.slice(0, index).split("\n").length;
    for (let line = first; line < first + tag.split("\n").length; line++) lines.add(line);
  }
  return lines;
}

function linePart(
  { reference, path }: TemplateFile,
  { line, number }: { readonly line: string; readonly number: number },
): PromptPart {
  return {
    kind: "line",
    label: line.trim(),
    at: `${path}:${number}`,
    without: (library) =>
      editing(library, (name, text) =>
        name === reference ? eachLine(text, (one, at) => (at === number ? undefined : one)) : text,
      ),
  };
}

function editing(library: Library, edit: (reference: string, text: string) => string): Library {
  return {
    ...library,
    template: (reference, at) => {
      const file = library.template(reference, at);
      return { ...file, text: edit(reference, plainOf(file.text)) };
    },
  };
}

/** Lines from 1; undefined: without the line. */
function eachLine(text: string, edit: (line: string, number: number) => string | undefined): string {
  return text
    .split("\n")
    .flatMap((line, i) => edit(line, i + 1) ?? [])
    .join("\n");
}
