import { z } from "zod";
import { InputError, type Problem } from "../core/index.ts";
import { groupByCase, scoreOfCase } from "./derive-summary.ts";
import type { Fingerprint, Manifest } from "./manifest.ts";
import type { CaseResult } from "./result.ts";

const scoresSchema = z.record(z.string(), z.number());

const baselineSchema = z.object({
  format: z.literal(1),
  suite: z.string(),
  runId: z.string(),
  toolVersion: z.string(),
  commit: z.string().nullable(),
  fingerprint: z.object({
    dataset: z.object({ name: z.string(), cases: z.string(), corpus: z.string() }),
    target: z.record(z.string(), z.unknown()),
    judge: z.record(z.string(), z.unknown()).nullable(),
    metrics: z.array(z.string()),
    seed: z.number(),
    repeat: z.number(),
  }),
  /** The highest score of each metric: 1, or 5 for judged dimensions. */
  scales: z.record(z.string(), z.number()),
  cases: z.record(z.string(), z.object({ hash: z.string(), scores: scoresSchema })),
});

/**
 * A run's per-case scores, promoted and committed, that later runs are compared
 * with. A case has a score only where one was measured; scores are on their own
 * scale (a judged 4 is 4), averaged over repeats.
 */
export type Baseline = z.infer<typeof baselineSchema>;

/** The baseline that a finished run makes. */
export function baselineOf(manifest: Manifest, results: readonly CaseResult[]): Baseline {
  const cases = groupByCase(results).map((repeats) => {
    const scores = manifest.legend.flatMap((legend) => {
      const score = scoreOfCase(repeats, legend);
      return score?.kind === "scored" ? [[legend.id, score.value] as const] : [];
    });
    return [
      repeats[0]?.caseId ?? "",
      { hash: repeats[0]?.caseHash ?? "", scores: Object.fromEntries(scores) },
    ] as const;
  });
  return {
    format: 1,
    suite: manifest.suite,
    runId: manifest.runId,
    toolVersion: manifest.tool.version,
    commit: manifest.git?.commit ?? null,
    fingerprint: structuredClone(manifest.fingerprint) as Baseline["fingerprint"],
    scales: Object.fromEntries(manifest.legend.map(({ id, scale }) => [id, scale])),
    cases: Object.fromEntries(cases),
  };
}

/** The text of a baseline file: keys sorted, one line a case, so that a pull request shows what moved. */
export function formatBaseline(baseline: Baseline): string {
  const { cases, ...head } = baseline;
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const rows = Object.keys(cases)
    .sort()
    .map((id) => `    ${JSON.stringify(id)}: ${JSON.stringify(cases[id])}`);
  return `{\n${lines.join("\n")}\n  "cases": {\n${rows.join(",\n")}\n  }\n}\n`;
}

/**
 * The baseline in a file's text.
 *
 * @throws InputError when it is not JSON, not a baseline, or of a format that this version does not read.
 */
export function parseBaseline(text: string, at: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(notABaseline(at, `it is not JSON: ${(error as Error).message}`));
  }
  const format = (value as { format?: unknown } | null)?.format;
  if (typeof format === "number" && format > 1) {
    throw new InputError({
      code: "baseline-newer-format",
      what: `the baseline is of format ${format}, and this version reads format 1`,
      at,
      fix: "install the version of touchstone that wrote it, or a newer one",
    });
  }
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(notABaseline(at, `\`${issue?.path.join(".") ?? ""}\`: ${issue?.message ?? "unreadable"}`));
}

function notABaseline(at: string, why: string): Problem {
  return {
    code: "baseline-unreadable",
    what: "this is not a baseline",
    at,
    why,
    fix: "restore it from git, or make one with `--update-baseline`",
  };
}

/** Whether a run may become a baseline, or why not: a partial or errored one would hide later regressions. */
export function whyNoBaseline(
  manifest: Manifest,
  summary: { readonly status: string; readonly cases: { readonly errors: number; readonly planned: number } },
): string | null {
  if (summary.status === "incomplete") return "the run was interrupted";
  if (summary.cases.errors > 0) return `${summary.cases.errors} of ${summary.cases.planned} cases have an error`;
  if (manifest.planned.cases < manifest.planned.of) {
    return `the run covers ${manifest.planned.cases} of ${manifest.planned.of} cases (${manifest.planned.filters.join(", ")})`;
  }
  return null;
}

/** What differs between two fingerprints such that their scores must not be compared; empty when they may be. */
export function differencesThatForbid(baseline: Fingerprint, current: Fingerprint): readonly string[] {
  const reasons: string[] = [];
  if (baseline.dataset.name !== current.dataset.name) {
    reasons.push(`dataset ${baseline.dataset.name} -> ${current.dataset.name}`);
  }
  if (baseline.dataset.corpus !== current.dataset.corpus) reasons.push("the corpus changed");
  reasons.push(...differencesIn("judge", baseline.judge, current.judge));
  const missing = current.metrics.filter((id) => !baseline.metrics.includes(id));
  const gone = baseline.metrics.filter((id) => !current.metrics.includes(id));
  if (missing.length > 0 || gone.length > 0) {
    reasons.push(`metrics: ${[...gone.map((id) => `${id} gone`), ...missing.map((id) => `${id} new`)].join(", ")}`);
  }
  return reasons;
}

function differencesIn(
  name: string,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): readonly string[] {
  if (before === null || after === null) {
    if (before === after) return [];
    return [`${name} ${show(before?.["kind"])} -> ${show(after?.["kind"])}`];
  }
  if (before["kind"] !== after["kind"]) return [`${name} ${show(before["kind"])} -> ${show(after["kind"])}`];
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${name} ${path} ${show(old.get(path))} -> ${show(now.get(path))}`);
}

/** Dotted path of every value that is no object to the value, as text. */
function leavesOf(value: unknown, path = ""): ReadonlyMap<string, string> {
  if (value === null || typeof value !== "object")
    return new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, path === "" ? key : `${path}.${key}`)]),
  );
}

/** Hashes are cut to what a person compares. */
function show(value: unknown): string {
  if (value === undefined) return "none";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text;
}
