import type { Language, TargetAnswer, Turn } from "../core/index.ts";

/** One query to the system under test. */
export interface TargetRequest {
  readonly query: string;
  /** The conversation before the query, oldest first. */
  readonly history: readonly Turn[];
  readonly caseId: string;
  /** 0 for the first repeat. */
  readonly repeat: number;
  readonly language: Language;
}

/** The system under test: takes a query, gives an answer and the ranked list that it retrieved. */
export interface Target {
  /** `http`, `module`, `recorded`, `prompt` or `builtin`. */
  readonly kind: string;
  /** All that decides what it answers, for the run record. Never holds a key or the value of a header. */
  readonly fingerprint: Readonly<Record<string, unknown>>;
  /**
   * Asks once. What it gives has passed `settleAnswer`.
   *
   * @throws CaseFailure when the world fails on this case.
   */
  ask(request: TargetRequest, options: { readonly signal: AbortSignal }): Promise<TargetAnswer>;
  /** Lets go of sockets and files; the process can end after it. */
  close(): Promise<void>;
}
