import type { Rate, Summary } from "../record/index.ts";
import { formatCount, formatPercent } from "./format.ts";

/** A figure of a run beside its means, in English. */
export interface JudgeLine {
  readonly label: string;
  readonly text: string;
}

/** What is to be known of the answers and of the judge beside the means; only what was measured. */
export function judgeLines(summary: Summary): readonly JudgeLine[] {
  const { refusals, fabricatedQuotations } = summary;
  const rates = [
    ...rateText("should_refuse", refusals?.shouldRefuse),
    ...rateText("false_refusal", refusals?.falseRefusal),
  ];
  const orders = summary.metrics.flatMap(({ id, scale, orderSensitivity }) =>
    orderSensitivity === undefined
      ? []
      : [
          `${id} ±${orderSensitivity.deviation.toFixed(3)} of ${scale} (${formatCount(orderSensitivity.changed)} of ${formatCount(orderSensitivity.answers)} answers changed)`,
        ],
  );
  return [
    ...(rates.length === 0 ? [] : [{ label: "refusals", text: rates.join(", ") }]),
    ...(fabricatedQuotations === undefined
      ? []
      : [{ label: "fabricated quotations of the judge", text: formatRate(fabricatedQuotations) }]),
    ...(orders.length === 0 ? [] : [{ label: "order sensitivity", text: orders.join(", ") }]),
  ];
}

function rateText(name: string, rate: Rate | undefined): readonly string[] {
  return rate == null || rate.rate === null ? [] : [`${name} ${formatRate(rate)}`];
}

/** `3 of 20 (15 %)`; `0 of 0` has no share. */
function formatRate({ count, of, rate }: Rate): string {
  const share = rate === null ? "" : ` (${formatPercent(rate)})`;
  return `${formatCount(count)} of ${formatCount(of)}${share}`;
}
