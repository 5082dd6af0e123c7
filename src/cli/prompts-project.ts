import { type Config, loadConfig, type SuiteConfig, showPath } from "../config/index.ts";
import { InputError, type Problem } from "../core/index.ts";
import { judgeInputs } from "../judge/index.ts";
import {
  type Closure,
  type Fields,
  type Library,
  loadPrompt,
  type Prompt,
  type PromptsFolder,
  type TemplateEntry,
} from "../prompts/index.ts";
import { promptsOf } from "../run/index.ts";
import { answerInputs } from "../target/index.ts";

/** The flags that every view of prompts has. */
export interface ViewFlags {
  readonly config?: string;
  readonly suite?: string;
  readonly json?: boolean;
}

/** A project as the views of its prompts see it. */
export interface PromptsProject {
  readonly config: Config;
  /** The folder of prompts. */
  readonly folder: string;
}

/**
 * The project of a configuration.
 *
 * @throws InputError when its suites have several folders of prompts and none of them is named.
 */
export async function openPromptsProject({ config: path, suite }: ViewFlags): Promise<PromptsProject> {
  const flags = { suites: suite === undefined ? [] : [suite] };
  const config = await loadConfig({ path, flags, expandsVariables: false });
  const folders = [...new Set(config.suites.map(({ prompts }) => prompts))];
  const [folder = "", ...others] = folders;
  if (others.length === 0) return { config, folder };
  throw new InputError({
    code: "prompt-folders",
    what: `the suites have ${folders.length} folders of prompts: ${folders.map((one) => `\`${showPath(one, config.root)}\``).join(", ")}`,
    fix: "name a suite with `--suite`",
  });
}

/** By reference, and by name for scenes: the suites that render it, rubrics and all that is brought in among them. */
export function usersOf(
  { templates }: PromptsFolder,
  suites: readonly SuiteConfig[],
): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const suite of suites) {
    const { answers, judges, rubrics } = promptsOf(suite);
    const rendered = templates.filter(({ reference }) => [...answers, ...judges].includes(reference));
    const broughtIn = rendered.flatMap(({ closure }) => [
      ...(closure?.fragments.keys() ?? []),
      ...(closure?.scenes.keys() ?? []),
    ]);
    for (const name of new Set([...answers, ...judges, ...rubrics, ...broughtIn]))
      users.set(name, [...(users.get(name) ?? []), suite.name]);
  }
  return users;
}

/** A project with the templates that it has at this moment. */
interface Looked {
  readonly project: PromptsProject;
  readonly templates: PromptsFolder["templates"];
}

/** What a prompt is for: what suites do with it or another version of it, and else what its front matter tells. */
export function purposeOf(reference: string, { project, templates }: Looked): TemplateEntry["kind"] {
  const { suites } = project.config;
  const isAmong = (references: readonly string[]): boolean =>
    references.some((one) => one.split("@")[0] === reference.split("@")[0]);
  if (suites.some((suite) => isAmong(promptsOf(suite).answers))) return "answer";
  if (suites.some((suite) => isAmong(promptsOf(suite).judges))) return "judge";
  // One that is not there is told when it is loaded.
  return templates.find((one) => one.reference === reference)?.kind ?? "other";
}

/** What a prompt is filled as for a case: one that does not judge gets what one that answers gets. */
export function fillableAs(purpose: TemplateEntry["kind"]): "answer" | "judge" {
  return purpose === "judge" ? purpose : "answer";
}

/**
 * A template with all that goes into it, whether or not it passes the checks.
 *
 * @throws InputError when there is none of this name, or it cannot be read.
 */
export function closureOf(reference: string, { templates, project }: Looked): Closure {
  const found = templates.find((one) => one.reference === reference);
  // Says what is wrong with the reference.
  const { closure } = found ?? loadPrompt(project.folder, reference, {});
  if (closure === null) throw new InputError(found?.problems ?? []);
  return closure;
}

/**
 * A prompt, checked against what it will be given where that is known.
 *
 * @throws InputError with every problem.
 */
export function loadFor(purpose: TemplateEntry["kind"], folder: string, reference: string): Prompt {
  return loadPrompt(folder, reference, { inputs: inputsOf[purpose] });
}

/** What the checks have to say of a prompt. */
export function checkFor(
  purpose: TemplateEntry["kind"],
  reference: string,
  { project, library }: { readonly project: PromptsProject; readonly library: Library },
): readonly Problem[] {
  try {
    loadPrompt(project.folder, reference, { inputs: inputsOf[purpose], library });
    return [];
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
}

const inputsOf: Readonly<Record<TemplateEntry["kind"], Fields | undefined>> = {
  answer: answerInputs,
  judge: judgeInputs,
  fragment: undefined,
  other: undefined,
};
