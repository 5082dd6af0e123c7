import { useEffect, useRef, useState } from "preact/hooks";
import type { MetricRow } from "../metric-row.ts";
import { drawChart, printDark } from "./draw-chart.ts";
import { useText } from "./language.ts";

/** The means of one stage, this run against its baseline. The numbers stand in the table beside it. */
export function BarChart({ rows, label }: { readonly rows: readonly MetricRow[]; readonly label: string }) {
  const { t } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDark = useDarkScheme();
  const isCompared = rows.some(({ finding }) => finding?.baseline != null);
  useEffect(() => {
    if (canvas.current === null) return;
    const chart = drawChart(canvas.current, rows, { now: t("now"), before: t("before"), isCompared });
    const printing = printDark(chart);
    return () => {
      printing.stop();
      chart.destroy();
    };
  }, [rows, t, isCompared, isDark]);
  const barHeight = isCompared ? 58 : 44;
  return (
    <figure class="chart">
      <figcaption>{t("chartTitle")}</figcaption>
      <div class="plot" style={{ height: `${rows.length * barHeight + 68}px` }}>
        <canvas ref={canvas} role="img" aria-label={`${label}: ${t("chartTitle")}`} />
      </div>
      {isCompared && <p class="small">{t("chartPairs")}</p>}
    </figure>
  );
}

/** Whether the page is dark now: changes with the reader's system. */
function useDarkScheme(): boolean {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const update = (): void => setDark(query.matches);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isDark;
}
