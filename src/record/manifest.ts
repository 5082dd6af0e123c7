import { z } from "zod";
import { canonicalJson } from "../core/index.ts";

/** Which half of the system a score is about. The two are never mixed into one number. */
export type Stage = "retrieval" | "generation";

/** What makes two runs comparable, and what is under test. */
export interface Fingerprint {
  readonly dataset: { readonly name: string; readonly cases: string; readonly corpus: string };
  /** The system under test: may differ between runs, that is the point. */
  readonly target: Readonly<Record<string, unknown>>;
  /** Null when nothing is judged. */
  readonly judge: Readonly<Record<string, unknown>> | null;
  /** Metric and dimension ids, cut-offs included. */
  readonly metrics: readonly string[];
  /** Files of the user's that metrics come from: path from the configuration's folder to SHA-256 of the text. */
  readonly metricFiles?: Readonly<Record<string, string>> | undefined;
  readonly seed: number;
  readonly repeat: number;
}

/** What a metric or dimension is, for people: copied into the record, so that a report needs nothing else. */
export interface MetricLegend {
  readonly id: string;
  readonly stage: Stage;
  /** The highest score: 1 for metrics, 5 for judged dimensions. */
  readonly scale: number;
  readonly title: string;
  readonly meaning: string;
  readonly source: string;
}

/** `manifest.json`: written before the first call, never changed after. */
export interface Manifest {
  readonly format: 1;
  readonly runId: string;
  readonly suite: string;
  readonly startedAt: string;
  readonly tool: { readonly version: string; readonly node: string };
  /** Null outside a git checkout. */
  readonly git: { readonly commit: string; readonly dirty: boolean } | null;
  readonly fingerprint: Fingerprint;
  readonly legend: readonly MetricLegend[];
  readonly judge: { readonly kind: string; readonly notice: string } | null;
  /** The keys that means are also given by. */
  readonly slices: readonly string[];
  readonly minCoverage: number;
  /** Case ids × repeats, in the order of results. */
  readonly planned: { readonly cases: number; readonly of: number; readonly filters: readonly string[] };
  readonly notes: readonly string[];
  /** Prompts and rubrics of the run that were not released; older records do not say. */
  readonly drafts?: readonly string[] | undefined;
}

/** What makes two runs of a suite others: parts of the fingerprint, or the version of touchstone. */
export function whatDiffers(before: Identity, now: Identity): readonly string[] {
  const old: Readonly<Record<string, unknown>> = { ...before.fingerprint };
  const current: Readonly<Record<string, unknown>> = { ...now.fingerprint };
  const keys = Object.keys({ ...old, ...current });
  return [
    ...keys.filter((key) => canonicalJson(old[key]) !== canonicalJson(current[key])),
    ...(before.tool.version === now.tool.version ? [] : ["version of touchstone"]),
  ];
}

type Identity = Pick<Manifest, "fingerprint"> & { readonly tool: Pick<Manifest["tool"], "version"> };

/** What a manifest must have so that a report can be made of it; it is looked at, never copied. */
export const manifestSchema = z.looseObject({
  format: z.literal(1),
  runId: z.string(),
  suite: z.string(),
  startedAt: z.string(),
  tool: z.looseObject({ version: z.string() }),
  fingerprint: z.looseObject({ metrics: z.array(z.string()) }),
  legend: z.array(z.looseObject({ id: z.string(), stage: z.enum(["retrieval", "generation"]), scale: z.number() })),
  slices: z.array(z.string()),
  minCoverage: z.number(),
  planned: z.looseObject({ cases: z.number(), of: z.number(), filters: z.array(z.string()) }),
  notes: z.array(z.string()),
  drafts: z.array(z.string()).optional(),
});
