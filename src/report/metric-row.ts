import type { Finding } from "../gate/index.ts";
import type { Mean, MetricSummary, Stage } from "../record/index.ts";
import { formatChange, formatCount, formatPoints, formatScore, noNumber } from "./format.ts";
import type { ReportInput } from "./renderer.ts";

/** One metric over all cases, as text: a row of the table that every report shows. */
export interface MetricRow {
  readonly metric: MetricSummary;
  /** Over all cases; undefined when nothing was compared. */
  readonly finding: Finding | undefined;
  readonly mean: string;
  /** What the mean could be, whatever the chunks are that nobody judged: `0.512–0.931`; empty when nothing is open. */
  readonly bounds: string;
  /** `298 of 300 (2 without gold)`. */
  readonly counts: string;
  /** On the metric's own scale, like `mean`. */
  readonly baseline: string;
  /** Percentage points. */
  readonly change: string;
  /** The largest drop allowed, percentage points. */
  readonly margin: string;
  readonly verdict: string;
}

/** The rows of one stage, in the order of the summary. */
export function metricRows({ summary, comparison }: ReportInput, stage: Stage): readonly MetricRow[] {
  return summary.metrics
    .filter((metric) => metric.stage === stage)
    .map((metric) => {
      const finding = comparison.findings.find((one) => one.metric === metric.id && one.slice === null);
      const margin = finding?.margin ?? null;
      return {
        metric,
        finding,
        mean: formatScore(metric.mean, { scale: 1 }),
        bounds: boundsOf(metric),
        counts: countsOf(metric, stage),
        baseline: formatScore(finding?.baseline ?? null, { scale: metric.scale }),
        change: formatChange(finding?.change ?? null, margin),
        margin: margin === null ? noNumber : formatPoints(margin),
        verdict: finding?.verdict ?? "not compared",
      };
    });
}

function boundsOf({ bounds }: MetricSummary): string {
  const [low, high] = [bounds?.low ?? null, bounds?.high ?? null].map((end) => formatScore(end, { scale: 1 }));
  return low === undefined || low === high ? "" : `${low}–${high}`;
}

/** `metric (0-5)` where the scale is not the usual 0 to 1. */
export function metricName({ id, scale }: Pick<MetricSummary, "id" | "scale">): string {
  return scale === 1 ? id : `${id} (0–${scale})`;
}

function countsOf({ n, planned, absent, quarantined, errors }: Mean, stage: Stage): string {
  const unlabelled = absent - quarantined;
  const notes = [
    ...(unlabelled > 0
      ? [`${formatCount(unlabelled)} ${stage === "retrieval" ? "without gold" : "not measurable"}`]
      : []),
    ...(quarantined > 0 ? [`${formatCount(quarantined)} quarantined`] : []),
    ...(errors > 0 ? [`${formatCount(errors)} with errors`] : []),
  ];
  const counts = `${formatCount(n)} of ${formatCount(planned)}`;
  return notes.length === 0 ? counts : `${counts} (${notes.join(", ")})`;
}
