import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, type SuiteConfig, showPath } from "./config/index.ts";
import { canonicalJson, exitCodes, InputError } from "./core/index.ts";
import { compareRuns, exitCodeOf, settleVerdict } from "./gate/index.ts";
import {
  type Arms,
  baselineOf,
  deriveSummary,
  formatBaseline,
  formatJson,
  formatResults,
  hideSecrets,
  type JournalEvent,
  type JudgedChunk,
  type Manifest,
  type RunJournal,
  type RunRecord,
  readGit,
  resumeRun,
  startRun,
  whatDiffers,
  whyNoBaseline,
  writeWhole,
} from "./record/index.ts";
import { createHtmlRenderer, type Renderer, type ReportInput } from "./report/index.ts";
import {
  Budget,
  type Clock,
  checkPrices,
  closePlans,
  type Estimate,
  estimateRun,
  execute,
  type Fleet,
  findOpenChunks,
  formatLabelFile,
  type Limits,
  type Plan,
  type Progress,
  planSuites,
  readRecorded,
  sameFamilyNotes,
  systemClock,
} from "./run/index.ts";
import { toolVersion } from "./version.ts";

/** What `evaluate` can be told beside the configuration. */
export interface EvaluateOptions {
  /** Called as cases finish. */
  readonly onProgress?: (progress: Progress) => void;
  /** Aborted: the run stops taking cases, writes what it has, marked incomplete, and ends as interrupted. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** A run that was cut off, to go on with; the configuration has its suite alone. */
  readonly resume?: ResumedRun;
  /** What all suites together may spend. Reached: no new case is taken, and the run ends as undecided; it can be gone on with. */
  readonly limits?: Limits;
  /** Told what the run will about take before anything is sent. False: nothing runs. */
  readonly confirm?: (estimate: Estimate) => Promise<boolean>;
  /** Workers that carry out the cases; default: this process does. */
  readonly fleet?: Fleet;
}

/** A run that is gone on with. */
export interface ResumedRun extends RunRecord {
  /** Absolute. */
  readonly folder: string;
  /** Whether what failed is tried again. */
  readonly retriesErrors: boolean;
}

/** What became of one suite. */
export interface SuiteOutcome extends ReportInput {
  /** Folder of the run's record, relative to the folder of the configuration. */
  readonly folder: string;
  /** Path of the HTML report, likewise. */
  readonly report: string;
  /** Path of the file of chunks to label that would decide a drop, likewise, or null. */
  readonly toLabel: string | null;
  /** Path of the baseline that was written, or null. */
  readonly baselineWritten: string | null;
  /** Why the run did not become the baseline though it should have, or null. */
  readonly baselineRefused: string | null;
}

/**
 * The whole job: plan every suite, run each, score, record, compare, report.
 *
 * @throws InputError before the first call when anything in the user's files is wrong.
 */
export async function evaluate(config: Config, options: EvaluateOptions = {}): Promise<readonly SuiteOutcome[]> {
  const renderer = await loadHtmlRenderer();
  const plans = await planSuites(config.suites, config.root);
  const outcomes: SuiteOutcome[] = [];
  const budget = new Budget(options.limits ?? {}, options.clock ?? systemClock);
  try {
    if (options.limits?.costUsd !== undefined) checkPrices(plans);
    if (options.confirm !== undefined && !(await options.confirm(await estimateRun(plans)))) return [];
    for (const plan of plans) {
      if (options.signal?.aborted || outcomes.at(-1)?.summary.stopped != null) break;
      outcomes.push(await evaluatePlan(plan, { ...options, root: config.root, renderer, budget }));
    }
  } finally {
    await closePlans(plans);
  }
  return outcomes;
}

/** What became of one plan. */
export interface PlanOutcome extends SuiteOutcome {
  readonly manifest: Manifest;
}

/** How one plan is carried out. */
export interface PlanOptions extends EvaluateOptions {
  readonly root: string;
  readonly renderer: Renderer;
  /** Shared by all plans of a command; without one nothing is limited. */
  readonly budget?: Budget;
  /** Of a run that is compared with another prompt: what the report says of both. */
  readonly armsOf?: (run: Pick<PlanOutcome, "manifest" | "results">) => Arms;
}

/** Runs, scores, records, compares and reports one suite. */
export async function evaluatePlan(plan: Plan, options: PlanOptions): Promise<PlanOutcome> {
  return await concludeRun(plan, await carryOut(plan, options), options);
}

/** Scores what a journal holds, compares it, and writes all that is derived from it. */
export async function concludeRun(
  plan: Plan,
  { manifest, folder, journal }: CarriedOut,
  options: Pick<PlanOptions, "root" | "renderer" | "armsOf">,
): Promise<PlanOutcome> {
  const { root, renderer } = options;
  const { suite } = plan;
  const { updateBaseline } = suite;
  const results = journal.results(manifest.legend);
  const summary = deriveSummary({ manifest, journal, results: results.scores });
  const compared = compareRuns({
    manifest,
    results: results.scores,
    baseline: plan.baseline,
    openCasesOf: (metric) =>
      findOpenChunks(plan, results, metric).map((one) => ({ ...one, chunks: one.chunks.map(({ id }) => id) })),
    datasetIds: new Set(plan.dataset.cases.map((evalCase) => evalCase.id)),
    gate: gateOf(suite),
  });
  const arms = options.armsOf?.({ manifest, results });
  const comparison = { ...settleVerdict(compared, summary), ...(arms === undefined ? {} : { arms }) };
  const baselineRefused = updateBaseline ? whyNoBaseline(manifest, summary) : null;
  const exitCode = exitCodeOf(summary, comparison) || (baselineRefused === null ? exitCodes.done : exitCodes.undecided);

  const report = join(folder, "report.html");
  await writeWhole(join(folder, "results.jsonl"), formatResults(results));
  await writeWhole(join(folder, "summary.json"), formatJson(summary));
  await writeWhole(join(folder, "comparison.json"), formatJson({ ...comparison, exitCode }));
  const labels = labelFileOf(plan, { results, comparison });
  if (labels !== "") await writeWhole(join(folder, labelFile), labels);
  await writeWhole(report, renderer.render({ summary, comparison, results, exitCode }));
  const writesBaseline = updateBaseline && baselineRefused === null;
  if (writesBaseline) await writeWhole(suite.baseline, formatBaseline(baselineOf(manifest, results)));
  return {
    manifest,
    summary,
    comparison,
    results,
    exitCode,
    folder: showPath(folder, root),
    report: showPath(report, root),
    toLabel: labels === "" ? null : showPath(join(folder, labelFile), root),
    baselineWritten: writesBaseline ? showPath(suite.baseline, root) : null,
    baselineRefused,
  };
}

/** A run that becomes the baseline is accepted, and a part of a whole decides nothing: the merged run does. */
function gateOf({ gate, updateBaseline, selection }: SuiteConfig) {
  if (updateBaseline) return { ...gate, metrics: [], isAccepted: true };
  return selection.shard === null ? gate : { ...gate, metrics: [] };
}

/** A run and its journal as it is in the end. */
export interface CarriedOut {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly journal: RunJournal;
}

/** Runs the cases of a plan, or those that a run which was cut off has left. */
async function carryOut(plan: Plan, options: PlanOptions): Promise<CarriedOut> {
  const { root, resume, clock = systemClock, onProgress = () => {}, fleet } = options;
  const { suite } = plan;
  const described = hideSecrets(await describeRun(plan, { root, clock }), suite.secrets);
  if (resume !== undefined) checkSameRun(resume, described);
  const { manifest, folder } = resume ?? {
    manifest: described,
    folder: join(suite.reports, suite.name, described.runId),
  };
  const writer = resume === undefined ? startRun(folder, manifest) : resumeRun(folder, resume.journal);
  const { journal } = writer;
  const append = (told: JournalEvent): void => writer.append(hideSecrets(told, suite.secrets));
  const retriesErrors = resume?.retriesErrors ?? false;
  const budget = options.budget ?? new Budget({}, clock);
  const recorded = readRecorded(resume === undefined ? [] : journal.events(), {
    isJudged: plan.judge !== null,
    retriesErrors,
  });
  const signal = options.signal ?? new AbortController().signal;
  const isDone = journal.finished !== undefined && recorded.settled.size === plan.cases.length * suite.repeat;
  const runner = isDone ? undefined : await fleet?.announce(manifest);
  try {
    if (!isDone) await execute(plan, { append, clock, signal, onProgress, recorded, budget, runner });
  } finally {
    await runner?.close({ isFinished: journal.last?.event === "finished" });
    writer.close();
  }
  return { manifest, folder, journal };
}

/** Half of a run with one prompt and half with another would be no run. */
function checkSameRun({ manifest, folder }: ResumedRun, described: Manifest): void {
  const changes = [
    ...whatDiffers(manifest, described),
    ...(canonicalJson(manifest.planned) === canonicalJson(described.planned) ? [] : ["filters"]),
  ];
  if (changes.length === 0) return;
  throw new InputError({
    code: "run-other",
    what: `the suite is not what it was when the run began: ${changes.join(", ")}`,
    at: folder,
    fix: "put it back, or begin a new run",
  });
}

const labelFile = "to-label.jsonl";

/** The chunks whose labels would decide a drop, to be filled in; empty when there are none. */
function labelFileOf(plan: Plan, { results, comparison }: Pick<SuiteOutcome, "results" | "comparison">): string {
  const wanted = comparison.findings.flatMap(({ unlabelled }) => unlabelled?.toLabel ?? []);
  const distinct = new Map(wanted.map((one) => [JSON.stringify(one), one]));
  if (distinct.size === 0) return "";
  const retrieved = new Map<string, readonly JudgedChunk[]>();
  const ids = new Set([...distinct.values()].map(({ caseId }) => caseId));
  for (const result of results) if (ids.has(result.caseId)) retrieved.set(result.caseId, result.retrieved);
  const toLabel = [...distinct.values()].flatMap(({ caseId, chunk }) => {
    const found = retrieved.get(caseId)?.find(({ id }) => id === chunk);
    return found === undefined ? [] : [{ caseId, chunk: found }];
  });
  return formatLabelFile(plan, toLabel);
}

/** The manifest of a run that begins now. */
export async function describeRun(
  plan: Plan,
  { root, clock }: { readonly root: string; readonly clock: Clock },
): Promise<Manifest> {
  const startedAt = clock.now();
  const { suite, judge } = plan;
  return {
    format: 1,
    runId: runIdOf(startedAt),
    suite: suite.name,
    startedAt,
    tool: { version: toolVersion, node: process.version },
    git: await readGit(root),
    fingerprint: plan.fingerprint,
    legend: plan.legend,
    judge: judge === null ? null : { kind: judge.kind, notice: judge.notice },
    slices: plan.slices,
    minCoverage: suite.minCoverage,
    planned: { cases: plan.cases.length, of: plan.dataset.cases.length, filters: plan.filters },
    drafts: plan.drafts,
    notes: [...plan.dataset.notes, ...plan.drafts.map(draftNote), ...sameFamilyNotes(suite)],
  };
}

function draftNote(reference: string): string {
  return `\`${reference}\` is a draft: it is not released and may change under this name`;
}

/** `20260102-030405-678-abcd`: ids sort by time, and two runs that start together differ. */
function runIdOf(startedAt: string): string {
  const [date = "", time = ""] = startedAt.replace(/[-:Z]/g, "").split("T");
  return `${date}-${time.replace(".", "-")}-${randomBytes(2).toString("hex")}`;
}

/**
 * The renderer of the HTML report, with the page that the build made.
 *
 * @throws InputError when the page was not built.
 */
export async function loadHtmlRenderer(): Promise<Renderer> {
  const page = new URL("../dist/page/", import.meta.url);
  try {
    const script = await readFile(new URL("page.js", page), "utf8");
    return createHtmlRenderer({ script, style: await readFile(new URL("page.css", page), "utf8") });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new InputError({
      code: "report-page-missing",
      what: "the page inside the report was not built",
      why: "`npm ci` builds it, unless it was told to skip scripts",
      fix: "run `npm run build`",
    });
  }
}
