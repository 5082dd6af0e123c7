import { showControls } from "../core/index.ts";
import {
  type Baseline,
  type CaseScores,
  differencesThatForbid,
  groupByCase,
  type Manifest,
  type MetricLegend,
  type QuarantinedCase,
  quarantinedOf,
  scoreOfCase,
} from "../record/index.ts";
import type { Comparison, Finding, RunVerdict } from "./finding.ts";
import { writeSentence } from "./sentence.ts";
import { type Decision, decideSimple, type GateRule, type Pair } from "./simple.ts";
import { decidingLabels, type OpenCase } from "./unlabelled.ts";

/** Every rule by the mode that a suite names. */
const rules = { simple: decideSimple } as const satisfies Record<string, GateRule>;

/** What a suite says of its gate. */
export interface GateSettings {
  readonly mode: keyof typeof rules;
  /** The largest drop allowed, as a share: 0.02 is two percentage points. */
  readonly margin: number;
  /** The metrics and dimensions that decide; the others are watched. */
  readonly metrics: readonly string[];
  /** The run is to become the baseline: it is compared, and nothing is gated. */
  readonly isAccepted?: boolean;
}

/** A finished run and what it is held against. */
export interface ComparisonInput {
  readonly manifest: Manifest;
  readonly results: readonly CaseScores[];
  readonly baseline: { readonly path: string; readonly content: Baseline } | null;
  /** All case ids of the dataset: a case that a filter left out of the run was not removed. */
  readonly datasetIds: ReadonlySet<string>;
  readonly gate: GateSettings;
  /** The unjudged chunks of a metric that only this run's lists have, for each case that has some. */
  readonly openCasesOf: (metric: string) => readonly OpenCase[];
}

/** Holds a run against its baseline. Pure: the same input gives the same findings. */
export function compareRuns(input: ComparisonInput): Comparison {
  const { baseline, manifest, gate } = input;
  if (baseline === null)
    return without("none", input, {
      reasons: [gate.isAccepted === true ? "this run becomes the baseline" : "there is no baseline"],
      baseline: null,
    });
  const source = { path: baseline.path, runId: baseline.content.runId };
  const forbidding = differencesThatForbid(baseline.content.fingerprint, manifest.fingerprint);
  if (forbidding.length > 0) return without("not-comparable", input, { reasons: forbidding, baseline: source });
  const scores = pairScores(input, baseline.content);
  const findings = manifest.legend.flatMap((legend) =>
    findingsOf(legend, scores, { gate, slices: manifest.slices, openCasesOf: input.openCasesOf }),
  );
  const caseSet = caseSetOf(input, baseline.content);
  const corpusChanged = baseline.content.fingerprint.dataset.corpus !== manifest.fingerprint.dataset.corpus;
  const reasons = [...(corpusChanged ? ["the corpus changed"] : []), ...reasonsOf(caseSet, gate)];
  return {
    kind: "compared",
    verdict: verdictOf(findings, reasons, gate),
    baseline: source,
    reasons,
    corpusChanged,
    findings,
    caseSet,
    changes: changesOf(scores),
  };
}

function without(
  kind: "none" | "not-comparable",
  { gate, results }: ComparisonInput,
  told: Pick<Comparison, "reasons" | "baseline">,
): Comparison {
  return {
    kind,
    verdict: gate.metrics.length === 0 ? "not-gated" : "inconclusive",
    ...told,
    corpusChanged: false,
    findings: [],
    caseSet: { added: [], removed: [], edited: [], quarantined: quarantinedOf(results) },
    changes: {},
  };
}

interface PairedScores {
  readonly caseId: string;
  readonly labels: CaseScores["labels"];
  /** By metric id: the scores of both runs, as shares; null where a run has none. */
  readonly scores: Readonly<Record<string, { readonly baseline: number | null; readonly current: number | null }>>;
}

function pairScores({ results, manifest }: ComparisonInput, baseline: Baseline): readonly PairedScores[] {
  return groupByCase(results).map((repeats) => {
    const caseId = repeats[0]?.caseId ?? "";
    const before = Object.hasOwn(baseline.cases, caseId) ? baseline.cases[caseId] : undefined;
    const isSame = before !== undefined && before.hash === repeats[0]?.caseHash;
    // A quarantined case is out of both sides, not lost: what it scored then says nothing of today's corpus.
    const isQuarantined = repeats[0]?.quarantined != null || before?.quarantined !== undefined;
    const legends = manifest.legend.filter(({ stage }) => stage === "generation" || !isQuarantined);
    const scores = isSame ? legends.map((legend) => [legend.id, bothOf(legend, before, repeats)] as const) : [];
    return { caseId, labels: repeats[0]?.labels ?? {}, scores: Object.fromEntries(scores) };
  });
}

function bothOf(
  legend: MetricLegend,
  before: Baseline["cases"][string],
  repeats: readonly CaseScores[],
): { readonly baseline: number | null; readonly current: number | null } {
  const old = before.scores[legend.id];
  const score = scoreOfCase(repeats, legend);
  return {
    baseline: old === undefined ? null : old / legend.scale,
    current: score?.kind === "scored" ? score.value / legend.scale : null,
  };
}

/** The scores of one metric: those of both runs, and those that only one of them has. */
function split(
  scores: readonly PairedScores[],
  id: string,
): { readonly pairs: readonly Pair[]; readonly lost: readonly Pair[]; readonly gained: readonly Pair[] } {
  const pairs: Pair[] = [];
  const lost: Pair[] = [];
  const gained: Pair[] = [];
  for (const { baseline, current } of scores.flatMap((one) => one.scores[id] ?? [])) {
    if (baseline !== null && current !== null) pairs.push({ baseline, current });
    // The worst that a missing score could have been, for a run that wants to pass.
    else if (baseline !== null) lost.push({ baseline, current: 0 });
    else if (current !== null) gained.push({ baseline: 1, current });
  }
  return { pairs, lost, gained };
}

interface FindingOptions {
  readonly gate: GateSettings;
  readonly slices: readonly string[];
}

function findingsOf(
  legend: MetricLegend,
  scores: readonly PairedScores[],
  { gate, slices, openCasesOf }: FindingOptions & Pick<ComparisonInput, "openCasesOf">,
): readonly Finding[] {
  const gated = gate.metrics.includes(legend.id);
  const overall = explained(toFinding(legend, scores, { slice: null, gate, gated }), { openCasesOf });
  const inSlices = slices.flatMap((key) => {
    const values = [...new Set(scores.flatMap((one) => one.labels[key] ?? []))].sort();
    return values.map((value) => {
      const members = scores.filter((one) => one.labels[key]?.includes(value));
      return toFinding(legend, members, { slice: `${key}=${value}`, gate, gated: false });
    });
  });
  return [overall, ...inSlices.filter((finding) => finding.pairs > 0)];
}

function toFinding(
  legend: MetricLegend,
  scores: readonly PairedScores[],
  { slice, gate, gated }: { readonly slice: string | null; readonly gate: GateSettings; readonly gated: boolean },
): Finding {
  const { pairs, lost, gained } = split(scores, legend.id);
  const rule = rules[gate.mode];
  const { verdict, ...decision } = rule(pairs, gate.margin);
  const worst = rule([...pairs, ...lost, ...gained], gate.margin).verdict;
  const finding = {
    metric: legend.id,
    slice,
    ...decision,
    margin: gated ? gate.margin : null,
    pairs: pairs.length,
    lost: lost.length,
    gained: gained.length,
    better: pairs.filter((pair) => pair.current > pair.baseline).length,
    worse: pairs.filter((pair) => pair.current < pair.baseline).length,
    verdict: gated ? withUnpaired(verdict, worst) : ("watched" as const),
    unlabelled: null,
  };
  return { ...finding, sentence: writeSentence(finding) };
}

/** A metric that failed, with what the chunks could change that nobody judged. */
function explained(finding: Finding, { openCasesOf }: Pick<ComparisonInput, "openCasesOf">): Finding {
  const { metric, verdict, change, margin, pairs } = finding;
  if (verdict !== "fail" || change === null || margin === null) return finding;
  const unlabelled = decidingLabels(openCasesOf(metric), { change, pairs, margin });
  return { ...finding, unlabelled, sentence: writeSentence({ ...finding, unlabelled }) };
}

/**
 * A case with a score in one run only must not help a run to pass: it passes only when
 * it would with the worst that each missing score could have been.
 */
function withUnpaired(verdict: Decision["verdict"], worst: Decision["verdict"]): Decision["verdict"] {
  return verdict === "pass" && worst === "fail" ? "inconclusive" : verdict;
}

function caseSetOf({ results, datasetIds }: ComparisonInput, baseline: Baseline): Comparison["caseSet"] {
  const current = new Map(results.map((result) => [result.caseId, result.caseHash]));
  const ids = [...current.keys()];
  return {
    added: ids.filter((id) => !Object.hasOwn(baseline.cases, id)),
    removed: Object.keys(baseline.cases).filter((id) => !datasetIds.has(id)),
    edited: ids.filter((id) => Object.hasOwn(baseline.cases, id) && baseline.cases[id]?.hash !== current.get(id)),
    quarantined: quarantinedIn(results, baseline),
  };
}

/** Those of the run, each with today's reason, and those of the baseline. */
function quarantinedIn(results: readonly CaseScores[], baseline: Baseline): readonly QuarantinedCase[] {
  return results.flatMap(({ caseId, repeat, quarantined }) => {
    const before = Object.hasOwn(baseline.cases, caseId) ? baseline.cases[caseId]?.quarantined : undefined;
    if (repeat > 0) return [];
    if (quarantined !== null) return [{ caseId, why: quarantined }];
    return before === undefined ? [] : [{ caseId, why: `in the baseline: ${before}` }];
  });
}

function reasonsOf({ added, removed, edited }: Comparison["caseSet"], gate: GateSettings): readonly string[] {
  const lists = { added, removed, edited };
  const changed = Object.entries(lists)
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids]) => `${ids.length} ${ids.length === 1 ? "case" : "cases"} ${name}: ${shorten(ids)}`);
  if (gate.metrics.length > 0) return changed;
  return [...changed, gate.isAccepted === true ? "this run becomes the baseline" : "no metric is gated"];
}

function shorten(ids: readonly string[]): string {
  const shown = ids
    .slice(0, 5)
    .map((id) => `\`${showControls(id)}\``)
    .join(", ");
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

/** A metric that fails fails the run; other cases or another corpus are never a pass, since they move means by themselves. */
function verdictOf(findings: readonly Finding[], reasons: readonly string[], gate: GateSettings): RunVerdict {
  if (gate.metrics.length === 0) return "not-gated";
  const verdicts = new Set(findings.map((finding) => finding.verdict));
  if (verdicts.has("fail")) return "fail";
  return verdicts.has("inconclusive") || reasons.length > 0 ? "inconclusive" : "pass";
}

function changesOf(scores: readonly PairedScores[]): Comparison["changes"] {
  const entries = scores.map(({ caseId, scores: both }) => {
    const changes = Object.entries(both).flatMap(([id, { baseline, current }]) =>
      baseline === null || current === null ? [] : [[id, current - baseline] as const],
    );
    return [caseId, Object.fromEntries(changes)] as const;
  });
  return Object.fromEntries(entries.filter(([, changes]) => Object.keys(changes).length > 0));
}
