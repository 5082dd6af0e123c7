import type { Finding } from "../../gate/index.ts";
import type { MetricSummary, SliceSummary } from "../../record/index.ts";
import { formatCount, formatScore } from "../format.ts";
import type { ReportInput } from "../renderer.ts";
import { Change } from "./change.tsx";
import { labelKey, labelValue, useText } from "./language.ts";
import { ScrollBox } from "./scroll-box.tsx";

/** The means by label: one block a slice key, a row a value. */
export function SlicesTable({ input }: { readonly input: ReportInput }) {
  const { t } = useText();
  const { slices, metrics } = input.summary;
  const keys = [...new Set(slices.map(({ key }) => key))];
  if (keys.length === 0 || metrics.length === 0) return null;
  return (
    <section class="card" aria-labelledby="slices">
      <h2 id="slices">{t("slices")}</h2>
      <p class="muted">{t("slicesHow")}</p>
      <ScrollBox label={t("slices")}>
        <table class="slices" aria-labelledby="slices">
          <thead>
            <tr>
              <th scope="col">{t("slice")}</th>
              <th scope="col" class="number">
                {t("cases")}
              </th>
              {metrics.map(({ id }) => (
                <th key={id} scope="col" class="number">
                  {id}
                </th>
              ))}
            </tr>
          </thead>
          {keys.map((key) => (
            <tbody key={key}>
              <tr>
                <th scope="rowgroup" class="group" colSpan={metrics.length + 2}>
                  {labelKey(key, t)}
                </th>
              </tr>
              {slices
                .filter((slice) => slice.key === key)
                .map((slice) => (
                  <SliceRow key={slice.value} slice={slice} input={input} />
                ))}
            </tbody>
          ))}
        </table>
      </ScrollBox>
    </section>
  );
}

function SliceRow({ slice, input }: { readonly slice: SliceSummary; readonly input: ReportInput }) {
  const { t } = useText();
  const { metrics } = input.summary;
  const name = `${slice.key}=${slice.value}`;
  return (
    <tr>
      <th scope="row" dir="auto">
        {labelValue(slice, t)}
      </th>
      <td class="number">{formatCount(slice.cases)}</td>
      {metrics.map((metric) => {
        const finding = input.comparison.findings.find((one) => one.metric === metric.id && one.slice === name);
        return <SliceCell key={metric.id} slice={slice} metric={metric} finding={finding} />;
      })}
    </tr>
  );
}

interface SliceCellProps {
  readonly slice: SliceSummary;
  readonly metric: MetricSummary;
  readonly finding: Finding | undefined;
}

function SliceCell({ slice, metric, finding }: SliceCellProps) {
  const { t } = useText();
  const mean = slice.metrics[metric.id];
  if (mean === undefined) return <td class="number">{formatScore(null, { scale: 1 })}</td>;
  const change = finding?.change ?? null;
  return (
    <td class="number">
      {formatScore(mean.mean, { scale: 1 })}
      <span class="small">{t("outOf", { n: formatCount(mean.n), planned: formatCount(mean.planned) })}</span>
      {change !== null && Math.abs(change) > 1e-9 && (
        <span class="small">
          <Change change={change} isShort />
        </span>
      )}
    </td>
  );
}
