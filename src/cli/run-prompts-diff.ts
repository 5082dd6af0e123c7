import { InputError } from "../core/index.ts";
import { type Closure, type Prompt, readPromptsFolder, tokensOf } from "../prompts/index.ts";
import { formatJson } from "../record/index.ts";
import { countOf } from "../report/index.ts";
import { type Compared, compareMessages, compareTemplates, formatCompared } from "./diff-prompts.ts";
import { createFiller, type Filler, findCase, findSuite, type SuiteCases } from "./prompt-cases.ts";
import {
  closureOf,
  fillableAs,
  loadFor,
  openPromptsProject,
  type PromptsProject,
  purposeOf,
  type ViewFlags,
} from "./prompts-project.ts";

/** The flags of `touchstone prompts diff`. */
export interface DiffFlags extends ViewFlags {
  readonly case?: string;
  /** Of a million prompt tokens, in whatever currency. */
  readonly price?: string;
}

/** A number before and after. */
interface Change {
  readonly old: number;
  readonly new: number;
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
    /** Of all prompts of a run, in the currency of `--price`; null where no price is given. */
    readonly cost: Change | null;
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
  const price = priceOf(flags.price);
  const project = await openPromptsProject(flags);
  const { templates } = readPromptsFolder(project.folder);
  const looked = { project, templates };
  const [before, after] = [closureOf(old, looked), closureOf(changed, looked)];
  const isFilled = flags.case !== undefined || flags.suite !== undefined;
  const purposes = [fillableAs(purposeOf(old, looked)), fillableAs(purposeOf(changed, looked))] as const;
  const filled = isFilled ? await compareFilled([old, changed], { project, purposes, caseId: flags.case }) : null;
  const priced = filled?.dataset && { dataset: { ...filled.dataset, cost: costOf(filled.dataset.tokens, price) } };
  const diff: PromptDiff = {
    old: { reference: old, closure: before.hash.slice(0, 12) },
    new: { reference: changed, closure: after.hash.slice(0, 12) },
    tokens: { old: allTokens(before), new: allTokens(after) },
    templates: compareTemplates(before, after),
    case: null,
    dataset: null,
    notes: [],
    ...filled,
    ...priced,
  };
  process.stdout.write(flags.json === true ? formatJson(diff) : formatDiff(diff));
}

function priceOf(written: string | undefined): number | null {
  if (written === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(written)) return Number(written);
  const what = `\`${written}\` is not a price`;
  const fix = "write what a million prompt tokens cost, such as `--price 0.15`";
  throw new InputError({ code: "flag-price", what, at: "flag --price", fix });
}

function costOf({ old, new: changed }: Change, price: number | null): Change | null {
  return price === null ? null : { old: (old * price) / 1e6, new: (changed * price) / 1e6 };
}

function allTokens(closure: Closure): number {
  const { own, broughtIn } = tokensOf(closure);
  return own + broughtIn;
}

/** What a prompt is filled as. */
type Purpose = ReturnType<typeof fillableAs>;

async function compareFilled(
  [old, changed]: readonly [string, string],
  {
    project,
    purposes,
    caseId,
  }: {
    readonly project: PromptsProject;
    readonly purposes: readonly [Purpose, Purpose];
    readonly caseId: string | undefined;
  },
): Promise<Pick<PromptDiff, "case" | "dataset" | "notes">> {
  const [purpose] = purposes;
  if (purpose !== purposes[1]) throw differentPurposes(purpose === "judge" ? [old, changed] : [changed, old]);
  const { config, folder } = project;
  const pair = { before: loadFor(purpose, folder, old), after: loadFor(purpose, folder, changed) };
  const cases = await findSuite(config, { purpose, caseId });
  const filled = { cases, filler: await createFiller(purpose, cases) };
  return {
    case: caseId === undefined ? null : compareCase(pair, { ...filled, caseId }),
    dataset: compareDataset(pair, filled),
    notes: filled.filler.notes,
  };
}

/** One case cannot fill a prompt that answers and one that judges. */
function differentPurposes([judge, other]: readonly [string, string]): InputError {
  return new InputError({
    code: "prompt-purposes-differ",
    what: `\`${judge}\` is for a judge and \`${other}\` is not, so no case fills both`,
    fix: "compare their templates, without `--case` and `--suite`",
  });
}

interface Pair {
  readonly before: Prompt;
  readonly after: Prompt;
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

function compareDataset({ before, after }: Pair, { cases, filler }: Filled): PromptDiff["dataset"] {
  const all = cases.dataset.cases;
  const filled = all.filter(filler.canFill);
  const tokens = { old: 0, new: 0 };
  for (const evalCase of filled) {
    const { values, ...options } = filler.fill(evalCase);
    tokens.old += before.render(values, options).tokens;
    tokens.new += after.render(values, options).tokens;
  }
  return { suite: cases.suite.name, cases: filled.length, of: all.length, tokens, cost: null };
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

function formatDataset({ suite, cases, of, tokens, cost }: NonNullable<PromptDiff["dataset"]>): readonly string[] {
  const scope = cases === of ? countOf(of, "case") : `${cases} of ${countOf(of, "case")}`;
  const mean = cases === 0 ? "" : `, ${signed(Math.round(((tokens.new - tokens.old) / cases) * 10) / 10)} a case`;
  return [
    `over ${scope} of ${suite}: ${formatChange(tokens)} prompt tokens${mean}`,
    cost === null
      ? "give the price of a million prompt tokens with `--price` to have the change in money"
      : `a run's prompts cost ${money(cost.old)} → ${money(cost.new)} (${signed(Number(money(cost.new - cost.old)))}), answers and cache not counted`,
  ];
}

/** Four digits: runs cost cents. */
function money(amount: number): string {
  return amount.toFixed(4);
}

function formatChange({ old, new: changed }: Change): string {
  return `${old} → ${changed} (${signed(changed - old)})`;
}

function signed(value: number): string {
  if (value === 0) return "±0";
  return value < 0 ? `−${-value}` : `+${value}`;
}
