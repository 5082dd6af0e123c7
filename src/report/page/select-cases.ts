import type { MetricSummary } from "../../record/index.ts";
import { type CaseGroup, errorKindsOf, scoreOf } from "./case-group.ts";

/** Below this a change is noise of floating-point sums, not a change. */
const noise = 1e-9;

/** How a case moved against the baseline. */
export const changeKinds = ["worse", "better", "unchanged", "error", "uncompared"] as const;

/** What became of the question. */
export const outcomeKinds = ["answered", "failed", "unscored", "unanswerable"] as const;

/** Which cases the list shows. An empty string is no restriction. */
export interface CaseFilter {
  readonly search: string;
  /** Slice key to the value that a case must have. */
  readonly labels: Readonly<Record<string, string>>;
  readonly change: (typeof changeKinds)[number] | "";
  /** The metric that `change` looks at; empty: any. */
  readonly metric: string;
  readonly outcome: (typeof outcomeKinds)[number] | "";
  readonly errorKind: string;
}

/** In which order: the worst first, unless reversed. A case without the number stands last either way. */
export interface CaseOrder {
  readonly by: "dataset" | "id" | "change" | "score";
  /** For `change` (empty: the worst of any metric) and `score`. */
  readonly metric: string;
  readonly isReversed: boolean;
}

/** The filter that shows every case. */
export const noFilter: CaseFilter = { search: "", labels: {}, change: "", metric: "", outcome: "", errorKind: "" };

/** The cases that fit the filter, in order. */
export function selectCases(
  groups: readonly CaseGroup[],
  filter: CaseFilter,
  { order, metrics }: { readonly order: CaseOrder; readonly metrics: readonly MetricSummary[] },
): readonly CaseGroup[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = groups.filter(
    (group) =>
      words.every((word) => group.haystack.includes(word)) &&
      fitsLabels(group, filter.labels) &&
      (filter.change === "" || movedAs(group, filter.change, filter)) &&
      (filter.outcome === "" || endedAs(group, filter.outcome)) &&
      (filter.errorKind === "" || group.repeats.some((result) => errorKindsOf(result).includes(filter.errorKind))),
  );
  return sortCases(chosen, order, metrics);
}

function fitsLabels(group: CaseGroup, labels: CaseFilter["labels"]): boolean {
  return Object.entries(labels).every(([key, value]) => value === "" || group.first.labels[key]?.includes(value));
}

function movedAs(
  group: CaseGroup,
  kind: (typeof changeKinds)[number],
  { metric }: Pick<CaseFilter, "metric">,
): boolean {
  if (kind === "error") return group.hasError;
  const changes = changesIn(group, metric);
  if (kind === "uncompared") return changes.length === 0;
  if (kind === "worse") return changes.some((change) => change < -noise);
  if (kind === "better") return changes.some((change) => change > noise);
  return changes.length > 0 && changes.every((change) => Math.abs(change) <= noise);
}

function endedAs(group: CaseGroup, kind: (typeof outcomeKinds)[number]): boolean {
  const isFailed = group.repeats.some((result) => result.error !== null);
  if (kind === "failed") return isFailed;
  if (kind === "answered") return !isFailed;
  return kind === "unscored" ? group.hasError : !group.first.answerable;
}

function changesIn({ changes = {} }: CaseGroup, metric: string): readonly number[] {
  if (metric === "") return Object.values(changes);
  const change = Object.hasOwn(changes, metric) ? changes[metric] : undefined;
  return change === undefined ? [] : [change];
}

function sortCases(
  groups: readonly CaseGroup[],
  { by, metric, isReversed }: CaseOrder,
  metrics: readonly MetricSummary[],
): readonly CaseGroup[] {
  const direction = isReversed ? -1 : 1;
  if (by === "dataset") return isReversed ? [...groups].reverse() : groups;
  if (by === "id") return [...groups].sort((a, b) => direction * compareIds(a.id, b.id));
  const legend = metrics.find(({ id }) => id === metric);
  const numbersOf = (group: CaseGroup): readonly number[] =>
    by === "change" ? changesIn(group, metric) : scoresIn(group, legend);
  const keyed = groups.map((group) => {
    const numbers = numbersOf(group);
    return { group, key: numbers.length === 0 ? null : (isReversed ? Math.max : Math.min)(...numbers) };
  });
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return direction * (a.key - b.key);
    })
    .map(({ group }) => group);
}

function scoresIn(group: CaseGroup, legend: MetricSummary | undefined): readonly number[] {
  if (legend === undefined) return [];
  return group.repeats.flatMap((result) => {
    const score = scoreOf(result, legend);
    return score?.kind === "scored" ? [score.value] : [];
  });
}

const collator = new Intl.Collator(undefined, { numeric: true });

function compareIds(a: string, b: string): number {
  return collator.compare(a, b);
}
