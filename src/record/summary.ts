import type { CaseErrorKind } from "../core/index.ts";
import type { ModelCalls } from "./journal.ts";
import type { MetricLegend } from "./manifest.ts";
import type { ScoreBounds } from "./result.ts";

/** A mean and what it rests on. */
export interface Mean {
  /** Null when nothing was scored. 0 to `scale`. */
  readonly mean: number | null;
  /** Cases with a score. */
  readonly n: number;
  /** Cases that were to run. */
  readonly planned: number;
  /** Cases with nothing to measure: outside the coverage. */
  readonly absent: number;
  /** Those of the absent whose gold does not stand in the corpus. */
  readonly quarantined: number;
  /** Cases that should have a score and have none: they lower the coverage. */
  readonly errors: number;
}

/** One metric or dimension over all cases, with what a legend needs. */
export interface MetricSummary extends Mean, MetricLegend {
  /** What the mean could be, whatever the retrieved chunks are that nobody judged; null where that is not known. */
  readonly bounds: ScoreBounds | null;
  /** Only where answers were judged in two orders of their contexts or more. */
  readonly orderSensitivity?: OrderSensitivity;
}

/** How often something happened. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** count / of, 0 to 1; null when there was nothing that it could happen to. */
  readonly rate: number | null;
}

/** How much a judge's scores differ when the same contexts stand in another order. */
export interface OrderSensitivity {
  /** Standard deviation over the orders, pooled: the root of the mean variance of an answer. 0 to `scale`. */
  readonly deviation: number;
  /** Answers whose score was not the same in all orders. */
  readonly changed: number;
  /** Answers that were judged in two orders or more. */
  readonly answers: number;
}

/** The cases that share one label. */
export interface SliceSummary {
  /** `language`, `answerable`, `kind`, … */
  readonly key: string;
  readonly value: string;
  readonly cases: number;
  readonly metrics: Readonly<Record<string, Mean>>;
}

/** A case that is left out of retrieval, and why its gold does not stand in the corpus. */
export interface QuarantinedCase {
  readonly caseId: string;
  readonly why: string;
}

/** What a run comes to: derived from the journal, and can be rebuilt from it. */
export interface Summary {
  readonly format: 1;
  readonly runId: string;
  readonly suite: string;
  /** `incomplete`: interrupted, or stopped; its means are over what was reached. */
  readonly status: "complete" | "incomplete";
  /** Why it stopped by itself; null when it did not. */
  readonly stopped: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly cases: {
    readonly planned: number;
    /** Cases in which everything that should have been measured was. */
    readonly scored: number;
    readonly errors: number;
    readonly errorsByKind: Readonly<Partial<Record<CaseErrorKind, number>>>;
    /** Retrieved ids that stood twice in a list, over all cases. */
    readonly droppedDuplicates: number;
  };
  /** The cases that are left out of retrieval, in dataset order. */
  readonly quarantined: readonly QuarantinedCase[];
  /** scored / planned, 0 to 1. */
  readonly coverage: number;
  readonly minCoverage: number;
  /** Cases of the whole dataset, and the filters that chose those that ran; empty: all ran. */
  readonly datasetCases: number;
  readonly filters: readonly string[];
  /** Whether the coverage is enough for the means to decide anything. */
  readonly isCovered: boolean;
  readonly metrics: readonly MetricSummary[];
  readonly slices: readonly SliceSummary[];
  readonly judge: {
    readonly kind: string;
    /** What to think of its scores; shown wherever they appear. */
    readonly notice: string;
  } | null;
  /**
   * Answers that the system should not have given, and refusals that it should not have made, as their
   * words say. Older records do not have it.
   */
  readonly refusals?: {
    /** Of the answers to questions that the documents do not answer. */
    readonly shouldRefuse: Rate;
    /** Of the answers to questions that they do answer. */
    readonly falseRefusal: Rate;
  };
  /** Quotations of the judge that do not stand where it says; only where it had to quote. */
  readonly fabricatedQuotations?: Rate;
  /** Tokens over the cases whose provider counted them. */
  readonly usage: {
    readonly promptTokens: number;
    readonly completionTokens: number;
    readonly knownFor: number;
  } | null;
  /** What was sent to models; null when none was called or the run did not end. */
  readonly calls: ModelCalls | null;
  /** Of the target's answers, in milliseconds. */
  readonly latencyMs: { readonly p50: number; readonly p95: number } | null;
  /** To the first piece of an answer, where answers were streamed. Older records do not have it. */
  readonly firstTokenMs?: { readonly p50: number; readonly p95: number } | null;
  /** What the reader of the data should know, such as `cases.csv: decoded as GB18030`. */
  readonly notes: readonly string[];
}
