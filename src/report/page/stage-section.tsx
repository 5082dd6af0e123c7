import type { Rate, Stage } from "../../record/index.ts";
import { formatCount, formatPercent, formatPoints } from "../format.ts";
import { type MetricRow, metricRows } from "../metric-row.ts";
import type { ReportInput } from "../renderer.ts";
import { BarChart } from "./bar-chart.tsx";
import { Change } from "./change.tsx";
import { Icon } from "./icon.tsx";
import { useText } from "./language.ts";
import { ScrollBox } from "./scroll-box.tsx";
import { tones } from "./verdict-banner.tsx";

/** One of the two stages: its scores as a table and as a chart. */
export function StageSection({ input, stage }: { readonly input: ReportInput; readonly stage: Stage }) {
  const { t, tool } = useText();
  const rows = metricRows(input, stage);
  const { judge, refusals, fabricatedQuotations } = input.summary;
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-labelledby={stage}>
      <h2 id={stage}>
        {t(stage)} <span class="muted">{t(`${stage}.question`)}</span>
      </h2>
      <p class="muted">{t(`${stage}.how`)}</p>
      {stage === "generation" && judge !== null && (
        <p class="notice" role="note">
          <strong>{t("judgeNotice")}:</strong> <span dir="auto">{tool(judge.notice)}</span>
        </p>
      )}
      {stage === "generation" && refusals !== undefined && (
        <>
          <RateLine name="shouldRefuse" rate={refusals.shouldRefuse} />
          <RateLine name="falseRefusal" rate={refusals.falseRefusal} />
        </>
      )}
      {stage === "generation" && fabricatedQuotations !== undefined && (
        <RateLine name="fabricated" rate={fabricatedQuotations} />
      )}
      <div class="stage">
        <MetricTable rows={rows} label={t(stage)} />
        <BarChart rows={rows} label={t(stage)} />
      </div>
    </section>
  );
}

interface RateLineProps {
  readonly name: "shouldRefuse" | "falseRefusal" | "fabricated";
  readonly rate: Rate;
}

/** How often something happened; nothing where it could not happen. */
function RateLine({ name, rate: { count, of, rate } }: RateLineProps) {
  const { t } = useText();
  if (rate === null) return null;
  const values = { count: formatCount(count), of: formatCount(of), share: formatPercent(rate) };
  return <p>{t(name, { rate: t("rate", values) })}</p>;
}

function MetricTable({ rows, label }: { readonly rows: readonly MetricRow[]; readonly label: string }) {
  const { t } = useText();
  const isCompared = rows.some(({ finding }) => finding !== undefined);
  return (
    <ScrollBox label={label}>
      <table class="metrics" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t("metric")}</th>
            <th scope="col" class="number">
              {t("now")}
            </th>
            {isCompared && (
              <>
                <th scope="col" class="number">
                  {t("before")}
                </th>
                <th scope="col" class="number">
                  {t("change")}
                </th>
                <th scope="col">{t("verdict")}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MetricTableRow key={row.metric.id} row={row} isCompared={isCompared} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface MetricTableRowProps {
  readonly row: MetricRow;
  readonly isCompared: boolean;
}

function MetricTableRow({ row, isCompared }: MetricTableRowProps) {
  const { t, tool } = useText();
  const { metric } = row;
  return (
    <tr>
      <th scope="row">
        <span class="id">{metric.id}</span> <span class="title">{tool(metric.title)}</span>
        <span class="small" title={t("source", { source: metric.source })}>
          {tool(metric.meaning)}
        </span>
      </th>
      <td class="number" data-label={t("now")}>
        <strong>{row.mean}</strong>
        {metric.scale !== 1 && <span class="muted"> / {metric.scale}</span>}
        <Counts row={row} />
      </td>
      {isCompared && <ComparisonCells row={row} />}
    </tr>
  );
}

function ComparisonCells({ row }: { readonly row: MetricRow }) {
  const { t } = useText();
  const { finding, baseline } = row;
  const verdict = finding?.verdict;
  return (
    <>
      <td class="number" data-label={t("before")}>
        {baseline}
      </td>
      <td class="number" data-label={t("change")}>
        <Change change={finding?.change ?? null} margin={finding?.margin ?? null} />
        {finding?.margin != null && <span class="small">{t("allowed", { margin: formatPoints(finding.margin) })}</span>}
        {finding !== undefined && finding.worse + finding.better > 0 && (
          <span class="small">
            {t("worseBetter", { worse: finding.worse, better: finding.better, pairs: finding.pairs })}
          </span>
        )}
      </td>
      <td data-label={t("verdict")}>
        <span
          class={`chip ${verdict === undefined ? "plain" : tones[verdict].tone}`}
          title={verdict === "watched" ? t("watchedHow") : undefined}
        >
          <Icon name={verdict === undefined ? "watched" : tones[verdict].icon} />
          {t(`verdict.${verdict ?? "none"}`)}
        </span>
      </td>
    </>
  );
}

function Counts({ row }: { readonly row: MetricRow }) {
  const { t } = useText();
  const { n, planned, absent, errors, orderSensitivity } = row.metric;
  return (
    <>
      {row.bounds !== "" && (
        <span class="small" title={t("boundsHow")}>
          {t("bounds", { bounds: row.bounds })}
        </span>
      )}
      {orderSensitivity !== undefined && (
        <span class="small" title={t("orderSensitivityHow")}>
          {t("orderSensitivity", {
            deviation: orderSensitivity.deviation.toFixed(2),
            changed: formatCount(orderSensitivity.changed),
            answers: formatCount(orderSensitivity.answers),
          })}
        </span>
      )}
      <span class="small counts">{t("outOf", { n: formatCount(n), planned: formatCount(planned) })}</span>
      {absent > 0 && <span class="small counts">{t("absentCount", { count: formatCount(absent) })}</span>}
      {errors > 0 && <span class="small counts">{t("errorCount", { count: formatCount(errors) })}</span>}
    </>
  );
}
