import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, type Plugin, Tooltip } from "chart.js";
import type { MetricRow } from "../metric-row.ts";

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

/** What a chart shows beside its numbers. */
export interface ChartLook {
  /** Names of the two series. */
  readonly now: string;
  readonly before: string;
  /** Whether there is a baseline to draw. */
  readonly isCompared: boolean;
}

/** Draws means in percent of the scale: this run's bar, and the baseline's under it. */
export function drawChart(canvas: HTMLCanvasElement, rows: readonly MetricRow[], look: ChartLook): Chart {
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const bars = { borderRadius: 3, categoryPercentage: 0.72, barPercentage: 0.92 };
  const now = {
    label: look.now,
    data: rows.map(shareNow).map(toPercent),
    backgroundColor: colour("--bar-now"),
    ...bars,
  };
  const before = {
    label: look.before,
    data: rows.map(({ finding }) => toPercent(finding?.baseline ?? null)),
    backgroundColor: colour("--bar-before"),
    ...bars,
  };
  const font = { family: style.fontFamily, size: 13 };
  // Ticks do not take the chart's own colour by themselves.
  const ticks = { font, color: ({ chart }: { readonly chart: Chart }) => String(chart.options.color) };
  return new Chart(canvas, {
    type: "bar",
    data: { labels: rows.map(({ metric }) => metric.id), datasets: look.isCompared ? [now, before] : [now] },
    plugins: [valueLabels(style.fontFamily)],
    options: {
      indexAxis: "y",
      animation: false,
      color: colour("--text"),
      maintainAspectRatio: false,
      layout: { padding: { right: 44 } },
      scales: {
        x: {
          min: 0,
          max: 100,
          grid: { color: colour("--line") },
          ticks: { ...ticks, stepSize: 25, callback: (value) => `${value}%` },
        },
        y: { grid: { display: false }, ticks },
      },
      plugins: {
        legend: { display: look.isCompared, position: "bottom", labels: { font, boxWidth: 14, boxHeight: 14 } },
        tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${(parsed.x ?? 0).toFixed(1)}%` } },
      },
    },
  });
}

/** Compared: over the same cases as the baseline's bar. Else the mean over all cases. */
function shareNow({ metric, finding }: MetricRow): number | null {
  if (finding?.current != null) return finding.current;
  return metric.mean === null ? null : metric.mean / metric.scale;
}

function toPercent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

/** Writes each value at the end of its bar. */
function valueLabels(family: string): Plugin<"bar"> {
  return {
    id: "value-labels",
    afterDatasetsDraw: (chart) => {
      const { ctx, data } = chart;
      ctx.save();
      ctx.font = `12px ${family}`;
      ctx.fillStyle = String(chart.options.color);
      ctx.textBaseline = "middle";
      data.datasets.forEach((dataset, series) => {
        chart.getDatasetMeta(series).data.forEach((bar, i) => {
          const value = dataset.data[i];
          if (typeof value === "number") ctx.fillText(value.toFixed(1), bar.x + 6, bar.y);
        });
      });
      ctx.restore();
    },
  };
}

/** Makes the text of a chart readable on white paper, whatever the page looks like, and back again afterwards. */
export function printDark(chart: Chart): { readonly stop: () => void } {
  const onScreen = chart.options.color;
  const setColour = (colour: typeof onScreen): void => {
    if (colour !== undefined) chart.options.color = colour;
    chart.update("none");
  };
  const before = (): void => setColour("#1b2130");
  const after = (): void => setColour(onScreen);
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return {
    stop: () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    },
  };
}
