import { showControls } from "../core/index.ts";
import { exampleValues, type Prompt, type Rendered, readPromptsFolder, type TemplateEntry } from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { formatRendered } from "./format-rendered.ts";
import { createFiller, findCase, findSuite } from "./prompt-cases.ts";
import {
  fillableAs,
  loadFor,
  openPromptsProject,
  type PromptsProject,
  purposeOf,
  type ViewFlags,
} from "./prompts-project.ts";

/** The flags of `touchstone prompts render`. */
export interface RenderFlags extends ViewFlags {
  readonly case?: string;
  readonly sources?: boolean;
}

/**
 * Prints the messages that a prompt comes to, for a case or for the examples of its inputs.
 *
 * @throws InputError when the prompt, an example, the suite or the case is wrong or missing.
 */
export async function runPromptsRender(reference: string, flags: RenderFlags): Promise<void> {
  const project = await openPromptsProject(flags);
  const { templates } = readPromptsFolder(project.folder);
  const kind = purposeOf(reference, { templates, project });
  const purpose = flags.case === undefined ? kind : fillableAs(kind);
  const prompt = loadFor(purpose, project.folder, reference);
  const { rendered, title, notes } =
    flags.case === undefined
      ? { rendered: renderExamples(prompt), title: "the examples of its inputs", notes: [] }
      : await renderCase(prompt, { project, purpose, caseId: flags.case });
  if (flags.json === true) {
    process.stdout.write(formatJson({ reference, closure: prompt.hash, title, notes, ...rendered }));
    return;
  }
  const head = [
    `${reference}, filled with ${title}`,
    `closure ${prompt.hash.slice(0, 12)}, ${rendered.tokens} tokens (estimated)`,
    ...notes.map((note) => `note: ${note}`),
  ];
  const lines = [...head, ...formatRendered(rendered, { sources: flags.sources === true }), ""];
  process.stdout.write(showControls(lines.join("\n"), { keepsLines: true }));
}

/**
 * A prompt filled with the examples of its inputs.
 *
 * @throws InputError when an example is missing or wrong.
 */
export function renderExamples(prompt: Prompt): Rendered {
  return prompt.render(exampleValues(prompt.closure.root));
}

async function renderCase(
  prompt: Prompt,
  {
    project,
    purpose,
    caseId,
  }: { readonly project: PromptsProject; readonly purpose: TemplateEntry["kind"]; readonly caseId: string },
): Promise<{ readonly rendered: Rendered; readonly title: string; readonly notes: readonly string[] }> {
  const cases = await findSuite(project.config, { purpose, caseId });
  const { fill, notes } = await createFiller(purpose, cases);
  const { values, ...options } = fill(findCase(cases, caseId));
  return { rendered: prompt.render(values, options), title: `the case ${caseId} of ${cases.suite.name}`, notes };
}
