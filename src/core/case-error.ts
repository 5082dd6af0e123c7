/**
 * What can go wrong with one case through no fault of the user's files.
 *
 * `connection` nobody answered · `unavailable` a service that failed again and again is left alone for a while · `timeout` no complete answer in time · `http` a
 * status that is not 2xx · `rate_limited` 429 to the end · `auth` 401 or 403 ·
 * `body_not_json` · `path_missing` the reply has no value at the configured path ·
 * `bad_answer` a value of the wrong type there · `empty_content` the model said
 * nothing · `truncated` the model was cut off · `refused_by_provider` a content
 * filter · `target_threw` the user's function threw · `not_recorded` the file of
 * recorded answers has no line for the case · `not_cached` the cache has no reply, and
 * nothing may be sent · `judge_*` the verdict could not be
 * had or read · `metric_out_of_range` a metric gave something that is not from 0 to 1 ·
 * `metric_threw` the user's metric threw · `worker_lost` each worker of a fleet that took the
 * case died · `interrupted` the user stopped the run.
 */
export type CaseErrorKind =
  | "connection"
  | "unavailable"
  | "timeout"
  | "http"
  | "rate_limited"
  | "auth"
  | "body_not_json"
  | "path_missing"
  | "bad_answer"
  | "empty_content"
  | "truncated"
  | "refused_by_provider"
  | "target_threw"
  | "not_recorded"
  | "not_cached"
  | "judge_unparseable"
  | "judge_ambiguous"
  | "judge_incomplete"
  | "judge_truncated"
  | "metric_out_of_range"
  | "metric_threw"
  | "worker_lost"
  | "interrupted";

/** A failure of the world on one case. It travels as a value and is never thrown out of a case. */
export interface CaseError {
  readonly kind: CaseErrorKind;
  /** One clause for a person: what was expected and what came. Never holds a key. */
  readonly message: string;
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** The provider's id of the request, for its support desk. */
  readonly requestId?: string;
  /** The raw text that could not be read, kept whole up to 20,000 characters. */
  readonly raw?: string;
}

/** Carries a `CaseError` up to the door of its case, where it becomes a value. */
export class CaseFailure extends Error {
  override readonly name = "CaseFailure";
  readonly error: CaseError;

  constructor(error: CaseError) {
    super(error.message);
    this.error = error;
  }
}
