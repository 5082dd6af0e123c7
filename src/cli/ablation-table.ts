import type { AblatedPart, Ablation, Worth } from "../ablate-prompt.ts";
import { countOf, escapeMarkdown, formatChange } from "../report/index.ts";
import { alignColumns } from "./align-columns.ts";

/** What the terminal shows of an ablation. */
export function formatAblation(ablation: Ablation): string {
  const rows = tableOf(ablation).map((row) => row.map((cell) => shorten(cell)));
  return ["", headline(ablation), "", ...alignColumns(rows).map((line) => `  ${line}`), "", ...remarks(ablation)].join(
    "\n",
  );
}

/** The same for `-o ablation.md`. */
export function ablationMarkdown(ablation: Ablation): string {
  const [head = "", ...rows] = tableOf(ablation).map(
    (row) => `| ${row.map((cell) => escapeMarkdown(cell, 120)).join(" | ")} |`,
  );
  const lines = [head, head.replace(/[^|]+/g, " --- "), ...rows];
  return `## ${escapeMarkdown(headline(ablation), 200)}\n\n${lines.join("\n")}\n\n${remarks(ablation).join("\n\n")}\n`;
}

function headline({ suite, prompt, cases, tokens }: Ablation): string {
  return `${prompt} on ${suite}, part by part: ${countOf(cases, "case")}, about ${Math.round(tokens)} tokens a question`;
}

const worths: Readonly<Record<Worth, string>> = {
  earns: "earns its tokens",
  harms: "better without",
  idle: "no score moved",
  unclear: "cannot tell",
};

function tableOf({ parts }: Ablation): readonly (readonly string[])[] {
  const metrics = [...new Set(parts.flatMap(({ effects }) => effects.map(({ metric }) => metric)))];
  const head = ["left out", "where", "tokens", "asked the same", ...metrics, "worth"];
  return [head, ...parts.map((part) => rowOf(part, metrics))];
}

function rowOf(part: AblatedPart, metrics: readonly string[]): readonly string[] {
  const { kind, label, at, worth } = part;
  const name = `${kind} ${label}`;
  if (worth === null) {
    const codes = [...new Set(part.problems.map(({ code }) => code))].join(", ");
    return [name, at, "–", "–", ...metrics.map(() => "–"), `cannot be left out (${codes})`];
  }
  const saved = Math.round(part.tokensSaved);
  return [
    name,
    at,
    saved === 0 ? "0" : `${saved > 0 ? "−" : "+"}${Math.abs(saved)}`,
    `${part.unchanged} of ${part.of}`,
    ...metrics.map((metric) => effectOf(part, metric)),
    worths[worth],
  ];
}

/** `−4.1 (−6.6 to −1.6)`, in percentage points. */
function effectOf({ effects }: AblatedPart, metric: string): string {
  const effect = effects.find((one) => one.metric === metric);
  if (effect === undefined) return "–";
  const { mean, low, high } = effect;
  if (low === 0 && high === 0) return "0";
  return `${formatChange(mean)} (${formatChange(low)} to ${formatChange(high)})`;
}

function remarks({ parts, errors, of, isComplete }: Ablation): readonly string[] {
  const tried = parts.filter(({ worth }) => worth !== null);
  const byChance = Math.round(tried.length / 10);
  return [
    "Changes are those of leaving the part out, in percentage points, each with its 90 % range. A part earns its tokens when without it a dimension falls, whole range included.",
    ...(byChance > 0
      ? [
          `Of ${tried.length} parts that do nothing, about ${byChance} would look otherwise in any one dimension by chance alone.`,
        ]
      : []),
    "A part that no score depends on here may still matter for questions that are not in the dataset.",
    ...(isComplete && parts.length === 0
      ? ["The prompt has no fragment, no example and no line that could be left out."]
      : []),
    ...(errors > 0 ? [`With the whole prompt ${errors} of ${of} answers had an error.`] : []),
    ...(isComplete ? [] : ["Not every part was tried."]),
  ];
}

function shorten(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 59)}…` : cell;
}
