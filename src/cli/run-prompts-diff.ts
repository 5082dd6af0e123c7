import { InputError, showControls } from "../core/index.ts";
import { type Prompt, type Rendered, type TemplateEntry, tokensOf } from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { createFiller, type Filler, findCase, findSuite, type SuiteCases } from "./prompt-cases.ts";
import { loadFor, openPromptsProject, type PromptsProject, type ViewFlags } from "./prompts-project.ts";
import { purposeIn } from "./run-prompts-render.ts";
import { diffWords, formatWordDiff, type Stretch, seesColours } from "./word-diff.ts";

/** The flags of `touchstone prompts diff`. */
export interface DiffFlags extends ViewFlags {
  readonly case?: string;
}

/** A number before and after. */
interface Change {
  readonly old: number;
  readonly new: number;
}

/** Two texts, compared. */
interface Compared {
  /** What they are called: `shared/role@v1 → shared/role@v2`, `system`. */
  readonly title: string;
  readonly stretches: readonly Stretch[];
}

interface PromptDiff {
  readonly old: { readonly reference: string; readonly closure: string };
  readonly new: { readonly reference: string; readonly closure: string };
  /** Of the templates with all that they bring in, as `estimateTokens` counts. */
  readonly tokens: Change;
  readonly templates: readonly Compared[];
  /** The messages for one case. */
  readonly case: { readonly id: string; readonly tokens: Change; readonly messages: readonly Compared[] } | null;
  /** Over the cases of a suite that can be filled. */
  readonly dataset: {
    readonly suite: string;
    readonly cases: number;
    readonly of: number;
    readonly tokens: Change;
  } | null;
  readonly notes: readonly string[];
}

/**
 * Prints what differs between two prompts: in their templates, in the messages for a case,
 * and in tokens over a suite's dataset.
 *
 * @throws InputError when a prompt, the suite or the case is wrong or missing.
 */
export async function runPromptsDiff(old: string, changed: string, flags: DiffFlags): Promise<void> {
  const project = await openPromptsProject(flags);
  const purpose = commonPurpose([old, changed], project, flags);
  const before = loadFor(purpose, project.folder, old);
  const after = loadFor(purpose, project.folder, changed);
  const diff = await comparePrompts({ before, after }, { project, purpose, flags });
  process.stdout.write(flags.json === true ? formatJson(diff) : formatDiff(diff));
}

interface Pair {
  readonly before: Prompt;
  readonly after: Prompt;
}

/** One case cannot fill a prompt that answers and one that judges. */
function commonPurpose(
  references: readonly string[],
  project: PromptsProject,
  flags: DiffFlags,
): TemplateEntry["kind"] {
  const isFilled = flags.case !== undefined || flags.suite !== undefined;
  const purposes = references.map((one) => purposeIn(project, one, { isFilled }));
  const [purpose = "other"] = purposes;
  if (new Set(purposes).size === 1) return purpose;
  if (!isFilled) return "other";
  throw new InputError({
    code: "prompt-purposes-differ",
    what: `${references.map((one, i) => `\`${one}\` is for a ${purposes[i] === "judge" ? "judge" : "target"}`).join(", ")}, so no case fills both`,
    fix: "compare their templates, without `--case` and `--suite`",
  });
}

async function comparePrompts(
  pair: Pair,
  {
    project,
    purpose,
    flags,
  }: { readonly project: PromptsProject; readonly purpose: TemplateEntry["kind"]; readonly flags: DiffFlags },
): Promise<PromptDiff> {
  const { before, after } = pair;
  const base = {
    old: { reference: before.reference, closure: before.hash.slice(0, 12) },
    new: { reference: after.reference, closure: after.hash.slice(0, 12) },
    tokens: { old: allTokens(before), new: allTokens(after) },
    templates: compareTemplates(pair),
  };
  if (flags.case === undefined && flags.suite === undefined) return { ...base, case: null, dataset: null, notes: [] };
  const cases = await findSuite(project.config, { purpose, caseId: flags.case });
  const filler = await createFiller(purpose, cases);
  return {
    ...base,
    case: flags.case === undefined ? null : compareCase(pair, { cases, filler, caseId: flags.case }),
    dataset: compareDataset(pair, { cases, filler }),
    notes: filler.notes,
  };
}

function allTokens({ closure }: Prompt): number {
  const { own, broughtIn } = tokensOf(closure);
  return own + broughtIn;
}

/** The templates themselves, then what both bring in: a fragment of the same name in another version is the same part. */
function compareTemplates({ before, after }: Pair): readonly Compared[] {
  const own = { title: titleOf(before.reference, after.reference) };
  const compared = [{ ...own, stretches: diffWords(before.closure.root.text, after.closure.root.text) }];
  const gone = [...before.closure.fragments.keys()].filter((one) => !after.closure.fragments.has(one));
  for (const reference of after.closure.fragments.keys()) {
    if (before.closure.fragments.has(reference)) continue;
    const at = gone.findIndex((one) => nameOf(one) === nameOf(reference));
    const [other] = at === -1 ? [] : gone.splice(at, 1);
    compared.push(compareFragment({ before, after }, other, reference));
  }
  return [...compared, ...gone.map((one) => compareFragment({ before, after }, one, undefined))];
}

function compareFragment({ before, after }: Pair, old: string | undefined, changed: string | undefined): Compared {
  const text = (prompt: Prompt, reference = ""): string => prompt.closure.fragments.get(reference)?.text ?? "";
  return { title: titleOf(old, changed), stretches: diffWords(text(before, old), text(after, changed)) };
}

function nameOf(reference: string): string {
  return reference.replace(/@.*/, "");
}

function titleOf(old: string | undefined, changed: string | undefined): string {
  if (old === undefined) return `${changed}, new`;
  if (changed === undefined) return `${old}, gone`;
  return old === changed ? old : `${old} → ${changed}`;
}

interface Filled {
  readonly cases: SuiteCases;
  readonly filler: Filler;
}

function compareCase(pair: Pair, { cases, filler, caseId }: Filled & { readonly caseId: string }): PromptDiff["case"] {
  const { values, ...options } = filler.fill(findCase(cases, caseId));
  const old = pair.before.render(values, options);
  const changed = pair.after.render(values, options);
  return { id: caseId, tokens: { old: old.tokens, new: changed.tokens }, messages: compareMessages(old, changed) };
}

/** The messages of two renderings, in their order. */
export function compareMessages(old: Rendered, changed: Rendered): readonly Compared[] {
  const count = Math.max(old.messages.length, changed.messages.length);
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [old.messages[i], changed.messages[i]];
    // The tags of a prompt with other inputs end in other letters, which says nothing.
    const text = b?.content.replaceAll(changed.fence, old.fence) ?? "";
    return { title: titleOf(a?.role, b?.role), stretches: diffWords(a?.content ?? "", text) };
  });
}

function compareDataset({ before, after }: Pair, { cases, filler }: Filled): PromptDiff["dataset"] {
  const all = cases.dataset.cases;
  const filled = all.filter(filler.canFill);
  const tokens = { old: 0, new: 0 };
  for (const evalCase of filled) {
    const { values, ...options } = filler.fill(evalCase);
    tokens.old += before.render(values, options).tokens;
    tokens.new += after.render(values, options).tokens;
  }
  return { suite: cases.suite.name, cases: filled.length, of: all.length, tokens };
}

function formatDiff({ old, new: changed, tokens, templates, case: compared, dataset, notes }: PromptDiff): string {
  const lines = [
    `${old.reference} → ${changed.reference}`,
    `closure ${old.closure} → ${changed.closure}`,
    `templates: ${formatChange(tokens)} tokens (estimated)`,
    ...notes.map((note) => `note: ${note}`),
    ...formatCompared(templates),
  ];
  if (compared !== null) {
    lines.push("", `messages for the case ${compared.id}: ${formatChange(compared.tokens)} tokens`);
    lines.push(...formatCompared(compared.messages));
  }
  if (dataset !== null) lines.push("", ...formatDataset(dataset));
  return `${lines.join("\n")}\n`;
}

function formatDataset({ suite, cases, of, tokens }: NonNullable<PromptDiff["dataset"]>): readonly string[] {
  const scope = cases === of ? `all ${of} cases` : `${cases} of ${of} cases`;
  const mean = cases === 0 ? "" : `, ${signed(Math.round(((tokens.new - tokens.old) / cases) * 10) / 10)} a case`;
  return [
    `over ${scope} of ${suite}: ${formatChange(tokens)} prompt tokens${mean}`,
    "no price of a model is configured, so the change is told in tokens, not in money",
  ];
}

/** Each text under its title, with its changes marked. */
export function formatCompared(compared: readonly Compared[]): readonly string[] {
  const colours = seesColours();
  return compared.flatMap(({ title, stretches }) => {
    const visible = stretches.map((one) => visibleOf(one));
    const text = formatWordDiff(visible, { colours }).trimEnd();
    return ["", `─── ${title}${text === "" ? ": the same" : ""}`, ...(text === "" ? [] : [text])];
  });
}

function visibleOf(stretch: Stretch): Stretch {
  const show = (text: string): string => showControls(text, { keepsLines: true });
  if (stretch.kind === "same") return { kind: "same", text: show(stretch.text) };
  return { kind: "changed", old: show(stretch.old), new: show(stretch.new) };
}

function formatChange({ old, new: changed }: Change): string {
  return `${old} → ${changed} (${signed(changed - old)})`;
}

function signed(value: number): string {
  if (value === 0) return "±0";
  return value < 0 ? `−${-value}` : `+${value}`;
}
