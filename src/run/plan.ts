import { type SuiteConfig, showPath } from "../config/index.ts";
import {
  type Case,
  collectProblems,
  type Document,
  hasGold,
  InputError,
  type Problem,
  sliceKeys,
  suggestName,
} from "../core/index.ts";
import { type Dataset, readDataset, shortenProblems } from "../dataset/index.ts";
import type { Judge } from "../judge/index.ts";
import { inMemory, type QuotaStore } from "../llm/index.ts";
import {
  describeMetric,
  gradeLevels,
  isMetric,
  type Metric,
  type MetricDefinition,
  resolveMetric,
} from "../metrics/index.ts";
import { checkReleased } from "../prompts/index.ts";
import { type Baseline, type Fingerprint, type MetricLegend, readBaselineFile } from "../record/index.ts";
import type { Target } from "../target/index.ts";
import { buildJudge } from "./build-judge.ts";
import { buildTarget } from "./build-target.ts";
import { type Chats, createChats } from "./chats.ts";
import { rescoreBaseline } from "./rescore-baseline.ts";
import { resolveMetrics } from "./resolve-metrics.ts";
import { selectCases } from "./select-cases.ts";
import { draftsOf } from "./suite-prompts.ts";

/** A suite with all names resolved and all files read: nothing in it can be wrong any more, and nothing was paid for. */
export interface Plan {
  readonly suite: SuiteConfig;
  readonly dataset: Dataset;
  readonly documents: ReadonlyMap<string, Document>;
  /** The cases that run, in dataset order. */
  readonly cases: readonly Case[];
  readonly filters: readonly string[];
  readonly metrics: readonly Metric[];
  /** The grades that the gold of the dataset uses, ascending. */
  readonly levels: readonly number[];
  readonly legend: readonly MetricLegend[];
  readonly slices: readonly string[];
  readonly target: Target;
  readonly judge: Judge | null;
  readonly chats: Chats;
  readonly baseline: { readonly path: string; readonly content: Baseline } | null;
  readonly fingerprint: Fingerprint;
  /** Prompts and rubrics that are not released: they may change under the same name. */
  readonly drafts: readonly string[];
}

/**
 * Plans every suite before any runs.
 *
 * @param remembers whether replies of models are kept in memory where the suite keeps none, so
 * that the same request is sent once.
 * @param quotaStore what a fleet shares the limits of its providers through.
 * @throws InputError with every problem of every suite.
 */
export async function planSuites(
  suites: readonly SuiteConfig[],
  root: string,
  { remembers = false, quotaStore }: { readonly remembers?: boolean; readonly quotaStore?: QuotaStore } = {},
): Promise<readonly Plan[]> {
  const problems: Problem[] = [];
  const plans: Plan[] = [];
  for (const folder of new Set(suites.map(({ prompts }) => prompts)))
    await collectProblems(problems, async () => checkReleased(folder));
  for (const suite of suites) {
    const chats = createChats(suite.cache ?? (remembers ? inMemory : null), { ...suite, quotaStore });
    const plan = await collectProblems(problems, () => planSuite(suite, { root, chats }));
    if (plan !== undefined) plans.push(plan);
  }
  if (problems.length > 0) {
    await closePlans(plans);
    throw new InputError(problems);
  }
  return plans;
}

/** Lets go of what the plans hold open. */
export async function closePlans(plans: readonly Plan[]): Promise<void> {
  for (const { target, judge, chats } of plans) {
    await target.close();
    await judge?.close();
    await chats.close();
  }
}

async function planSuite(
  suite: SuiteConfig,
  { root, chats }: { readonly root: string; readonly chats: Chats },
): Promise<Plan> {
  const problems: Problem[] = [];
  const measured = await collectProblems(problems, () => resolveMetrics(suite, root));
  const metrics = measured?.metrics ?? [];
  const dataset = await collectProblems(problems, () => readDataset(suite.dataset, { at: suite.originOf("dataset") }));
  const judge = await collectProblems(problems, () => buildJudge(suite, chats));
  const target = await collectProblems(problems, () =>
    buildTarget(suite, { documents: dataset?.documents ?? [], chats }),
  );
  const baseline = await collectProblems(problems, () => readBaseline(suite, root));
  const selected =
    dataset && (await collectProblems(problems, async () => selectCases(dataset.cases, suite.selection)));
  const legend = [...metrics.map(legendOf), ...(judge?.dimensions ?? []).map(legendOfDimension)];
  const slices = dataset === undefined ? [] : resolveSlices(suite, dataset.cases, problems);
  if (measured !== undefined && judge !== undefined) {
    checkGate(suite, { legend, definitions: measured.definitions }, problems);
    checkNames(legend, problems);
  }
  if (dataset !== undefined) {
    checkGold(suite, { cases: dataset.cases, metrics }, problems);
    checkStale(suite, dataset, problems);
  }
  if (
    problems.length > 0 ||
    !measured ||
    !dataset ||
    !target ||
    !selected ||
    judge === undefined ||
    baseline === undefined
  ) {
    await target?.close();
    await judge?.close();
    await chats.close();
    throw new InputError(problems);
  }
  const fingerprint: Fingerprint = {
    dataset: { name: dataset.name, cases: dataset.casesHash, corpus: dataset.corpusHash },
    target: { kind: target.kind, ...target.fingerprint },
    judge: judge === null ? null : { kind: judge.kind, ...endpointOf(suite), ...judge.fingerprint },
    metrics: legend.map((one) => one.id),
    ...(Object.keys(measured.files).length === 0 ? {} : { metricFiles: measured.files }),
    seed: suite.seed,
    repeat: suite.repeat,
  };
  const levels = gradeLevels(dataset.cases);
  const rescored = baseline && { ...baseline, content: rescoreBaseline(baseline.content, { ...dataset, metrics }) };
  return {
    suite,
    dataset,
    documents: new Map(dataset.documents.map((document) => [document.id, document])),
    ...selected,
    metrics,
    levels,
    legend,
    slices,
    target,
    judge,
    chats,
    baseline: rescored,
    fingerprint,
    drafts: draftsOf(suite),
  };
}

/** Where the judge's model is served: the same name at another place may be another model. */
function endpointOf({ judge }: SuiteConfig): { readonly endpoint?: string } {
  if (judge?.kind !== "llm") return {};
  const { origin, pathname } = new URL(judge.provider.baseUrl.trim());
  return { endpoint: `${origin}${pathname.replace(/\/$/, "")}` };
}

function legendOf(metric: Metric): MetricLegend {
  const { title, source } = metric.definition;
  return { id: metric.id, stage: "retrieval", scale: 1, title, meaning: describeMetric(metric), source };
}

function legendOfDimension({ id, title, meaning, source }: Judge["dimensions"][number]): MetricLegend {
  return { id, stage: "generation", scale: 5, title, meaning, source };
}

/** A slice key that the user wrote must exist; one of the defaults may be missing from the dataset. */
function resolveSlices(suite: SuiteConfig, cases: readonly Case[], problems: Problem[]): readonly string[] {
  const known = sliceKeys(cases);
  const at = suite.originOf("slices");
  if (at !== "default") {
    for (const key of suite.slices.filter((one) => !known.includes(one))) {
      problems.push({
        code: "slice-unknown",
        what: `no case has the slice key \`${key}\``,
        at,
        fix: suggestName(key, known),
      });
    }
  }
  return suite.slices.filter((key) => known.includes(key));
}

function checkGate(
  suite: SuiteConfig,
  {
    legend,
    definitions,
  }: { readonly legend: readonly MetricLegend[]; readonly definitions: readonly MetricDefinition[] },
  problems: Problem[],
): void {
  const known = legend.map((one) => one.id);
  for (const metric of suite.gate.metrics.filter((one) => !known.includes(one))) {
    const fix = isMetric(resolveMetric(metric, undefined, { definitions }))
      ? `add \`${metric}\` to \`metrics\`, or set \`gate.metrics\` to what is measured`
      : `${suggestName(metric, known)} Else set \`gate.metrics\` to what is measured, or choose a judge`;
    problems.push({
      code: "gate-unknown-metric",
      what: `the gate names \`${metric}\`, which the suite does not measure`,
      at: suite.originOf("gate.metrics"),
      fix,
    });
  }
}

/** A score is found by its id, so no metric can be called like a dimension. */
function checkNames(legend: readonly MetricLegend[], problems: Problem[]): void {
  const metrics = new Set(legend.filter(({ stage }) => stage === "retrieval").map(({ id }) => id));
  for (const { id } of legend.filter((one) => one.stage === "generation" && metrics.has(one.id))) {
    problems.push({
      code: "metric-name-taken",
      what: `the metric \`${id}\` is called like a dimension of the judge`,
      fix: "give the metric another name in its file",
    });
  }
}

/** A gate on retrieval over a dataset without any gold would never fail. */
function checkGold(
  suite: SuiteConfig,
  { cases, metrics }: { readonly cases: readonly Case[]; readonly metrics: readonly Metric[] },
  problems: Problem[],
): void {
  const labelled = cases.filter((evalCase) => hasGold(evalCase.gold));
  if (labelled.some(({ stale }) => stale === undefined)) return;
  for (const { id } of metrics.filter((metric) => suite.gate.metrics.includes(metric.id))) {
    problems.push({
      code: "gate-nothing-to-measure",
      what: `the gate names \`${id}\`, but no case of the dataset has gold${labelled.length === 0 ? "" : " that stands in its corpus"}`,
      at: suite.originOf("gate.metrics"),
      fix: "label the cases with `gold`, or set `gate.metrics` to what can be measured, such as `[faithfulness]`",
    });
  }
}

/** A corpus that lost many of its labels is another corpus, or the labels are: a mean over the rest would hide it. */
function checkStale(suite: SuiteConfig, { name, cases }: Dataset, problems: Problem[]): void {
  const labelled = cases.filter((evalCase) => hasGold(evalCase.gold)).length;
  const stale = cases.flatMap((evalCase) => (evalCase.stale === undefined ? [] : [evalCase.stale]));
  const { maxQuarantined } = suite.gate;
  // The guard keeps 3/10 from exceeding 0.3 by the last bit.
  if (stale.length === 0 || stale.length / labelled <= maxQuarantined + 1e-9) return;
  const at = suite.originOf("gate.maxQuarantined");
  problems.push(
    {
      code: "dataset-stale",
      what: `the gold of ${stale.length} of ${labelled} cases of \`${name}\` does not stand in its corpus, and \`gate.maxQuarantined\` allows ${maxQuarantined} of them`,
      ...(at === "default" ? {} : { at }),
      why: "scores over the rest would not be those of the dataset",
      fix: "run `touchstone dataset check`, and mend the gold that it lists",
    },
    ...shortenProblems(stale.flat()),
  );
}

async function readBaseline(suite: SuiteConfig, root: string): Promise<Plan["baseline"]> {
  const path = showPath(suite.baseline, root);
  const content = await readBaselineFile(suite.baseline, path);
  if (content === null && suite.baselineMustExist) {
    throw new InputError({
      code: "baseline-missing",
      what: `there is no baseline at \`${suite.baseline}\``,
      at: "flag --baseline",
      fix: "give the path of a file that exists, or make one with `--update-baseline`",
    });
  }
  return content === null ? null : { path, content };
}
