import { hashJson, InputError, type Problem, sha256 } from "../core/index.ts";
import { type Example, parseExamples } from "./few-shot.ts";
import { type FrontMatter, parseFrontMatter } from "./front-matter.ts";
import type { Library, ReadFile } from "./library.ts";
import { type ExpressionNode, type PartialNode, type ProgramNode, parseTemplate, visitNodes } from "./syntax-tree.ts";

/** Raised when a helper comes to write something else: a prompt then renders otherwise, though no file changed. */
export const helpersVersion = 1;

/** One template file, read. */
export interface TemplateFile {
  /** `rag/answer@v1`. */
  readonly reference: string;
  /** As messages show it. */
  readonly path: string;
  /** The whole file, as `plainOf` gives it. */
  readonly text: string;
  readonly front: FrontMatter;
  readonly body: string;
  readonly linesAbove: number;
  readonly tree: ProgramNode;
}

/** A prompt with all that goes into what it renders. */
export interface Closure {
  readonly root: TemplateFile;
  /** The fragments that it brings in, and those that they bring in, by reference. */
  readonly fragments: ReadonlyMap<string, TemplateFile>;
  /** The examples that it chooses from, by scene. */
  readonly scenes: ReadonlyMap<string, readonly Example[]>;
  /** By file, relative to the prompts folder: SHA-256 of its text as `plainOf` gives it. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 over `files` and the version of the helpers. */
  readonly hash: string;
}

/**
 * Reads a prompt and all that it brings in.
 *
 * @param source the prompt's own file.
 * @param problems gets every problem: syntax, front matter, a fragment that is not there or without
 * a version, fragments that bring in each other.
 * @returns undefined when the prompt itself cannot be read; what else is missing is left out.
 */
export function readClosure(
  reference: string,
  source: ReadFile,
  { library, problems }: { readonly library: Library; readonly problems: Problem[] },
): Closure | undefined {
  const reading: Reading = { library, problems, fragments: new Map(), scenes: new Map(), files: {} };
  const root = readTemplate(reference, source, reading);
  if (root === undefined) return undefined;
  readFragments(root, [reference], reading);
  const { fragments, scenes } = reading;
  const files = Object.fromEntries(Object.entries(reading.files).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { root, fragments, scenes, files, hash: hashFiles(files, helpersVersion) };
}

/** SHA-256 over files, each by the hash of its text, and the version of the helpers. */
export function hashFiles(files: Readonly<Record<string, string>>, helpers: number): string {
  return hashJson({ helpers, files });
}

interface Reading {
  readonly library: Library;
  readonly problems: Problem[];
  readonly fragments: Map<string, TemplateFile>;
  readonly scenes: Map<string, readonly Example[]>;
  readonly files: Record<string, string>;
}

/** What was made of a file: a library gives the same one to every prompt that brings it in. */
const parsedFiles = new WeakMap<
  ReadFile,
  { readonly file: TemplateFile | undefined; readonly problems: readonly Problem[]; readonly hash: string }
>();

function readTemplate(reference: string, source: ReadFile, reading: Reading): TemplateFile | undefined {
  const problems: Problem[] = [];
  const parsed = parsedFiles.get(source) ?? {
    file: parseFile(reference, source, problems),
    problems,
    hash: sha256(plainOf(source.text)),
  };
  parsedFiles.set(source, parsed);
  reading.files[`${reference.replace("@", ".")}.hbs`] = parsed.hash;
  reading.problems.push(...parsed.problems);
  return parsed.file;
}

function parseFile(reference: string, { path, text }: ReadFile, problems: Problem[]): TemplateFile | undefined {
  const plain = plainOf(text);
  const { front, body, linesAbove } = parseFrontMatter(plain, { at: path, problems });
  if (body.trim() === "") {
    problems.push({ code: "prompt-empty", what: "the template is empty", at: path, fix: "write a prompt" });
    return undefined;
  }
  const tree = parseTemplate(body);
  if (!("what" in tree)) return { reference, path, text: plain, front, body, linesAbove, tree };
  const line = tree.line + linesAbove;
  const at = tree.column === undefined ? `${path}:${line}` : `${path}:${line}:${tree.column}`;
  problems.push({ code: "prompt-syntax", what: tree.what, at, fix: "close every `{{` and every block that is open" });
  return undefined;
}

/** Reads what a template brings in; `trail` is the way to it, so that a circle can be named. */
function readFragments(file: TemplateFile, trail: readonly string[], reading: Reading): void {
  visitNodes(file.tree, (node) => {
    const at = `${file.path}:${node.loc.start.line + file.linesAbove}:${node.loc.start.column + 1}`;
    if (node.type === "PartialStatement") readFragment(node.name, { at, trail, reading });
    if (node.type === "BlockStatement" && node.path.original === "fewshot") readScene(node.params[0], { at, reading });
  });
}

function readFragment(
  name: PartialNode["name"],
  { at, trail, reading }: { readonly at: string; readonly trail: readonly string[]; readonly reading: Reading },
): void {
  if (name.type === "SubExpression") {
    const what = "a fragment is named by an expression, so nobody can say beforehand which it is";
    reading.problems.push({ code: "prompt-unknown-partial", what, at, fix: 'name it: `{{> "shared/role@v1"}}`' });
    return;
  }
  const reference = String(name.original);
  if (trail.includes(reference)) {
    const circle = [...trail.slice(trail.indexOf(reference)), reference].map((one) => `\`${one}\``).join(" → ");
    const what = `the fragments bring in each other: ${circle}`;
    reading.problems.push({ code: "prompt-cycle", what, at, fix: "take one of them out of the circle" });
    return;
  }
  if (reading.fragments.has(reference)) return;
  const source = attempt(() => reading.library.template(reference, at), reading.problems);
  const fragment = source && readTemplate(reference, source, reading);
  if (fragment === undefined) return;
  reading.fragments.set(reference, fragment);
  readFragments(fragment, [...trail, reference], reading);
}

function readScene(
  name: ExpressionNode | undefined,
  { at, reading }: { readonly at: string; readonly reading: Reading },
): void {
  // Anything else is reported by the check of arguments.
  if (name?.type !== "StringLiteral") return;
  const scene = String(name.value);
  if (reading.scenes.has(scene)) return;
  const source = attempt(() => reading.library.scene(scene, at), reading.problems);
  if (source === undefined) return;
  const text = plainOf(source.text);
  reading.files[`few-shot/${scene}.yaml`] = sha256(text);
  reading.scenes.set(scene, parseExamples(text, { at: source.path, problems: reading.problems }));
}

/** A file's text without a byte order mark and with line feeds: a checkout on Windows is the same prompt. */
export function plainOf(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** The value, or undefined when it cannot be read: what is wrong is then in `problems`. */
export function attempt<T>(read: () => T, problems: Problem[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
