import type { RetrievedChunk } from "./document.ts";

/** Tokens as the provider counted them; null: it did not say, which is not 0. */
export interface Usage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** What a target gives for one query. */
export interface TargetAnswer {
  readonly answer: string;
  /** Best first, unique ids: settled at the target's door. */
  readonly retrieved: readonly RetrievedChunk[];
  /** How many entries were dropped because their id stood further up. */
  readonly droppedDuplicates: number;
  readonly usage?: Usage;
  /** From the request to the first piece of the answer, where it was streamed. */
  readonly timings?: { readonly firstTokenMs: number };
  /** The messages as sent, for a target that renders a prompt. */
  readonly messages?: readonly Message[];
  /** How the request was changed at the provider's wish, such as `temperature: not applied (refused by provider)`. */
  readonly notes?: readonly string[];
}

/** One chat message as sent to a model. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}
