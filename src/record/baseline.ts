import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { InputError, type Problem } from "../core/index.ts";
import { groupByCase, scoreOfCase } from "./derive-summary.ts";
import type { Fingerprint, Manifest, MetricLegend } from "./manifest.ts";
import type { CaseResult, Results } from "./result.ts";

const caseSchema = z.object({
  hash: z.string(),
  scores: z.record(z.string(), z.number()),
  /** Why its gold did not stand in the corpus; left out when it did. */
  quarantined: z.string().exactOptional(),
  /** Hash of the gold with what reviews added to it; only where they did. */
  reviewedHash: z.string().optional(),
  /** What was retrieved, best first, as deep as the metrics look; not where repeats may differ. */
  retrieved: z
    .array(
      z.object({ id: z.string(), docId: z.string().optional(), start: z.int().optional(), end: z.int().optional() }),
    )
    .optional(),
});

/** By hand: zod's records lose the key `__proto__`, and a case may have that id. No id is found on a prototype. */
const casesSchema = z.unknown().transform((value, context): Record<string, z.infer<typeof caseSchema>> => {
  const cases = Object.create(null) as Record<string, z.infer<typeof caseSchema>>;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    context.addIssue("must be an object");
    return cases;
  }
  for (const [id, entry] of Object.entries(value)) {
    const { data, error } = caseSchema.safeParse(entry);
    if (data !== undefined) cases[id] = data;
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue(`case \`${id}\`: ${path.join(".")}: ${message}`);
    }
  }
  return cases;
});

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
    metricFiles: z.record(z.string(), z.string()).optional(),
    seed: z.number(),
    repeat: z.number(),
  }),
  /** The highest score of each metric: 1, or 5 for judged dimensions. */
  scales: z.record(
    z.string(),
    z.number().refine((scale): boolean => scale === 1 || scale === 5, { error: "must be 1 or 5" }),
  ),
  cases: casesSchema,
});

/**
 * A run's per-case scores, promoted and committed, that later runs are compared
 * with. A case has a score only where one was measured; scores are on their own
 * scale (a judged 4 is 4), averaged over repeats.
 */
export type Baseline = z.infer<typeof baselineSchema>;

/** The baseline that a finished run makes. */
export function baselineOf(manifest: Manifest, results: Results): Baseline {
  const places = manifest.fingerprint.repeat === 1 ? placesByCase(results, depthOf(manifest.legend)) : undefined;
  const cases = groupByCase(results.scores).map((repeats) => {
    const scores = manifest.legend.flatMap((legend) => {
      const score = scoreOfCase(repeats, legend);
      return score?.kind === "scored" ? [[legend.id, score.value] as const] : [];
    });
    const [first] = repeats;
    const quarantined = first?.quarantined == null ? {} : { quarantined: first.quarantined };
    const reviewedHash = first?.reviewedHash === undefined ? {} : { reviewedHash: first.reviewedHash };
    const found = places?.get(first?.caseId ?? "");
    const retrieved = found === undefined ? {} : { retrieved: found };
    const entry = {
      hash: first?.caseHash ?? "",
      scores: Object.fromEntries(scores),
      ...quarantined,
      ...reviewedHash,
      ...retrieved,
    };
    return [first?.caseId ?? "", entry] as const;
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

/** How deep the metrics look into a list: to the largest cut-off, or all the way where one has none or counts documents. */
function depthOf(legend: readonly MetricLegend[]): number {
  const cutoffs = legend
    .filter(({ stage }) => stage === "retrieval")
    .map(({ id }) => Number(/^(?!.*view=documents).*@([1-9]\d*)$/.exec(id)?.[1] ?? Number.POSITIVE_INFINITY));
  return Math.max(0, ...cutoffs);
}

type Places = NonNullable<Baseline["cases"][string]["retrieved"]>;

function placesByCase(results: Results, depth: number): ReadonlyMap<string, Places> {
  const places = new Map<string, Places>();
  for (const result of results) places.set(result.caseId, placesOf(result, depth));
  return places;
}

function placesOf({ retrieved }: CaseResult, depth: number): Places {
  return retrieved.slice(0, depth).map(({ id, docId, start, end }) => ({
    id,
    ...(docId === undefined || docId === id ? {} : { docId }),
    ...(start === undefined || end === undefined ? {} : { start, end }),
  }));
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
  if (parsed.success) {
    const why = whyScoresAreWrong(parsed.data);
    if (why === undefined) return parsed.data;
    throw new InputError(notABaseline(at, why));
  }
  const [issue] = parsed.error.issues;
  throw new InputError(notABaseline(at, `\`${issue?.path.join(".") ?? ""}\`: ${issue?.message ?? "unreadable"}`));
}

/** A score off its scale would make every later comparison wrong. */
function whyScoresAreWrong({ scales, cases }: Baseline): string | undefined {
  const scores = Object.entries(cases).flatMap(([id, entry]) =>
    Object.entries(entry.scores).map(([metric, score]) => ({ id, metric, score, scale: scales[metric] })),
  );
  // The guard is for a mean that misses its scale by the last bit.
  const wrong = scores.find(({ score, scale }) => scale === undefined || score < 0 || score > scale + 1e-9);
  if (wrong === undefined) return undefined;
  const { id, metric, score, scale } = wrong;
  return scale === undefined
    ? `case \`${id}\` has a score of \`${metric}\`, which has no scale`
    : `case \`${id}\`: \`${metric}\` is ${score}, and it goes from 0 to ${scale}`;
}

/**
 * The baseline in a file; null when there is none.
 *
 * @param at the path as messages show it.
 * @throws InputError as `parseBaseline`, and when the path cannot be read.
 */
export async function readBaselineFile(path: string, at: string): Promise<Baseline | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    const why = unreadable[code];
    if (why === undefined) throw error;
    throw new InputError(notABaseline(at, why));
  }
  if (!isUtf8(bytes)) throw new InputError(notABaseline(at, "it is not text in UTF-8"));
  return parseBaseline(bytes.toString("utf8"), at);
}

const unreadable: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EACCES: "the right to read it is missing",
  EPERM: "the right to read it is missing",
  ELOOP: "links in its path lead in a circle",
  ENAMETOOLONG: "its path is too long",
};

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
  reasons.push(...differencesIn("judge", baseline.judge, current.judge));
  const missing = current.metrics.filter((id) => !baseline.metrics.includes(id));
  const gone = baseline.metrics.filter((id) => !current.metrics.includes(id));
  if (missing.length > 0 || gone.length > 0) {
    reasons.push(`metrics: ${[...gone.map((id) => `${id} gone`), ...missing.map((id) => `${id} new`)].join(", ")}`);
  }
  reasons.push(...differencesInFiles(baseline.metricFiles ?? {}, current.metricFiles ?? {}));
  return reasons;
}

/** The code of a user's metric is what its name means. */
function differencesInFiles(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const happened = before[path] === undefined ? "is new" : after[path] === undefined ? "is gone" : "changed";
      return `${path} ${happened}: its numbers may mean something else; accept with --update-baseline`;
    });
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
