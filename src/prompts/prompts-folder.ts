import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../core/index.ts";
import { attempt, type Closure, plainOf, readClosure } from "./closure.ts";
import { type Dimension, loadDimension } from "./dimension.ts";
import { type Example, estimateTokens, parseExamples } from "./few-shot.ts";
import { createLibrary, type Library } from "./library.ts";
import { findPrompts, type KnownPrompts, resolvePrompt, shippedDir, showPath } from "./reference.ts";

/** What every file of a prompts folder has. */
interface Entry {
  /** As messages show it. */
  readonly path: string;
  /** Whether it comes with this package, and not from the project. */
  readonly isShipped: boolean;
  /** What is wrong with it and with what it brings in. */
  readonly problems: readonly Problem[];
}

/** A template: a prompt, or a fragment that others bring in. */
export interface TemplateEntry extends Entry {
  readonly reference: string;
  /** What its front matter tells; `other` when it tells nothing. */
  readonly kind: "answer" | "judge" | "fragment" | "other";
  /** Null when it cannot be read. */
  readonly closure: Closure | null;
}

/** A rubric of a judge. */
export interface RubricEntry extends Entry {
  readonly reference: string;
  /** Null when it cannot be read. */
  readonly dimension: Dimension | null;
}

/** The examples of one scene. */
export interface SceneEntry extends Entry {
  readonly name: string;
  readonly examples: readonly Example[];
}

/** All that a project can refer to. */
export interface PromptsFolder {
  readonly templates: readonly TemplateEntry[];
  readonly rubrics: readonly RubricEntry[];
  readonly scenes: readonly SceneEntry[];
}

/**
 * Reads every file of a prompts folder, and of what ships with this package those that the
 * folder does not replace; by name, then by version. A file that is wrong is listed with its problems.
 */
export function readPromptsFolder(promptsDir: string, library: Library = createLibrary(promptsDir)): PromptsFolder {
  const templates = findPrompts(promptsDir, "hbs");
  const rubrics = findPrompts(promptsDir, "yaml");
  const read = namesIn(templates).map(({ name, isShipped }) => ({
    reference: name,
    path: showPath(resolvePrompt(promptsDir, name, { extension: "hbs", there: templates })),
    isShipped,
    ...readTemplate(name, library),
  }));
  const broughtIn = new Set(read.flatMap(({ closure }) => [...(closure?.fragments.keys() ?? [])]));
  return {
    templates: read.map((one) => ({ ...one, kind: kindOf(one, broughtIn) })),
    rubrics: namesIn(rubrics).map(({ name, isShipped }) => ({
      reference: name,
      path: showPath(resolvePrompt(promptsDir, name, { extension: "yaml", there: rubrics })),
      isShipped,
      ...readRubric(promptsDir, name),
    })),
    scenes: namesIn({ own: listScenes(promptsDir), shipped: listScenes(shippedDir) }).map(({ name, isShipped }) => ({
      name,
      isShipped,
      ...readScene(name, library),
    })),
  };
}

/** About how many tokens a prompt's templates have: its own, and those that it brings in. */
export function tokensOf({ root, fragments }: Closure): { readonly own: number; readonly broughtIn: number } {
  const broughtIn = [...fragments.values()].reduce((sum, { body }) => sum + estimateTokens(body), 0);
  return { own: estimateTokens(root.body), broughtIn };
}

/** What is the project's own first; it replaces what is shipped under the same name. */
function namesIn({ own, shipped }: KnownPrompts): readonly { readonly name: string; readonly isShipped: boolean }[] {
  const others = [...shipped].filter((name) => !own.has(name));
  return [
    ...[...own].map((name) => ({ name, isShipped: false })),
    ...others.map((name) => ({ name, isShipped: true })),
  ];
}

function readTemplate(reference: string, library: Library): Pick<TemplateEntry, "closure" | "problems"> {
  const problems: Problem[] = [];
  const source = attempt(() => library.template(reference), problems);
  const closure = source && readClosure(reference, source, { library, problems });
  return { closure: closure ?? null, problems };
}

function readRubric(promptsDir: string, reference: string): Pick<RubricEntry, "dimension" | "problems"> {
  const problems: Problem[] = [];
  return { dimension: attempt(() => loadDimension(promptsDir, reference), problems) ?? null, problems };
}

function readScene(name: string, library: Library): Pick<SceneEntry, "path" | "examples" | "problems"> {
  const problems: Problem[] = [];
  const source = attempt(() => library.scene(name), problems);
  const path = source?.path ?? `few-shot/${name}.yaml`;
  return { path, examples: source ? parseExamples(plainOf(source.text), { at: path, problems }) : [], problems };
}

function listScenes(folder: string): ReadonlySet<string> {
  const path = join(folder, "few-shot");
  if (!existsSync(path)) return new Set();
  const names = readdirSync(path).flatMap((file) => /^([\p{L}\p{N}_-]+)\.yaml$/u.exec(file)?.[1] ?? []);
  return new Set(names.sort());
}

function kindOf(
  { reference, closure }: Pick<TemplateEntry, "reference" | "closure">,
  broughtIn: ReadonlySet<string>,
): TemplateEntry["kind"] {
  const { kind, inputs = {} } = closure?.root.front ?? {};
  if (kind !== undefined || reference.startsWith("shared/") || broughtIn.has(reference)) return "fragment";
  if (Object.hasOwn(inputs, "answer") && Object.hasOwn(inputs, "dimensions")) return "judge";
  return Object.hasOwn(inputs, "query") && Object.hasOwn(inputs, "contexts") ? "answer" : "other";
}
