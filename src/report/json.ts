import type { Finding, RunVerdict } from "../gate/index.ts";
import type { Arms, MetricSummary, QuarantinedCase, Summary } from "../record/index.ts";
import { quarantinedCases } from "./outcome.ts";
import type { ReportInput } from "./renderer.ts";

/** A run for machines: what `--json` prints and `-o result.json` holds. */
interface MachineResult {
  readonly runId: string;
  readonly suite: string;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly cases: { readonly planned: number; readonly scored: number; readonly errors: number };
  /** Why the run stopped by itself; null when it did not. */
  readonly stopped: string | null;
  /** Cases of the whole dataset, and the filters that chose those that ran; empty: all ran. */
  readonly datasetCases: number;
  readonly filters: readonly string[];
  /** Cases that are out of both sides of retrieval, and why their gold does not stand in the corpus. */
  readonly quarantined: readonly QuarantinedCase[];
  /** Whether the corpus is another than that of the baseline. */
  readonly corpusChanged: boolean;
  /** Where two prompts were compared: both, and how many answers are unchanged by construction. */
  readonly prompts?: Pick<Arms, "before" | "after" | "unchanged" | "of">;
  /** By metric id; `mean` on the metric's own scale, null when nothing was scored. */
  readonly metrics: Readonly<Record<string, Pick<MetricSummary, "mean" | "n" | "planned" | "orderSensitivity">>>;
  /** Answers that should not have been given, and refusals that should not have been made. */
  readonly refusals?: Summary["refusals"];
  /** Quotations of the judge that do not stand where it says. */
  readonly fabricatedQuotations?: Summary["fabricatedQuotations"];
  /** What was gated; shares, 0 to 1. */
  readonly gate: readonly Pick<
    Finding,
    "metric" | "slice" | "baseline" | "current" | "change" | "margin" | "verdict"
  >[];
  /** Path of the HTML report. */
  readonly report: string;
}

/** The machine result of a run. `report`: the path of its HTML report. */
export function machineResult(input: ReportInput, { report }: { readonly report: string }): MachineResult {
  const { summary, comparison, exitCode } = input;
  const { planned, scored, errors } = summary.cases;
  return {
    runId: summary.runId,
    suite: summary.suite,
    verdict: comparison.verdict,
    exitCode,
    cases: { planned, scored, errors },
    stopped: summary.stopped,
    datasetCases: summary.datasetCases,
    filters: summary.filters,
    quarantined: Object.values(quarantinedCases(input)).flat(),
    corpusChanged: comparison.corpusChanged,
    ...(comparison.arms === undefined ? {} : { prompts: withoutAnswers(comparison.arms) }),
    metrics: Object.fromEntries(
      summary.metrics.map(({ id, mean, n, planned, orderSensitivity }) => [
        id,
        { mean, n, planned, ...(orderSensitivity === undefined ? {} : { orderSensitivity }) },
      ]),
    ),
    ...(summary.refusals === undefined ? {} : { refusals: summary.refusals }),
    ...(summary.fabricatedQuotations === undefined ? {} : { fabricatedQuotations: summary.fabricatedQuotations }),
    gate: comparison.findings
      .filter((finding) => finding.verdict !== "watched")
      .map(({ metric, slice, baseline, current, change, margin, verdict }) => ({
        metric,
        slice,
        baseline,
        current,
        change,
        margin,
        verdict,
      })),
    report,
  };
}

function withoutAnswers({ before, after, unchanged, of }: Arms): Pick<Arms, "before" | "after" | "unchanged" | "of"> {
  return { before, after, unchanged, of };
}
