/** Two prompts over the same cases and contexts: what the report of the second says of the first. */
export interface Arms {
  /** References, such as `rag/answer@v2`. */
  readonly before: string;
  readonly after: string;
  /**
   * How many answers (case × repeat) come from the same messages, contexts and parameters in
   * both: answer and verdict are those of the first, and the difference is 0 by construction.
   */
  readonly unchanged: number;
  readonly of: number;
  /** By case id: the answers of the first prompt, a repeat each; null where it gave none. */
  readonly answers: Readonly<Record<string, readonly (string | null)[]>>;
}
