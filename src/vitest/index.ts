import { expect } from "vitest";
import type { Attack } from "./attacks.ts";
import type { Schema } from "./matchers.ts";
import * as matchers from "./matchers.ts";

export { type Attack, attacks } from "./attacks.ts";
export type { Schema } from "./matchers.ts";
export { answerWith, type RenderOptions, renderPrompt } from "./prompt.ts";
export { type LiveModelOptions, liveModel, type Model, recordedModel } from "./recorded-model.ts";

/** What `expect` can say of an answer, once `touchstone/vitest` is imported. */
export interface AnswerMatchers<R = unknown> {
  /** It declines to answer, in English or Chinese, however it says so. */
  toRefuse(): R;
  /** It says only what the contexts support, by the offline heuristic. */
  toBeFaithfulTo(contexts: string | readonly string[]): R;
  /** It cites each of these in brackets, and nothing else. */
  toCite(ids: string | number | readonly (string | number)[]): R;
  /** It has each of these points. */
  toCover(points: string | readonly string[]): R;
  /** It is JSON of a shape: a schema of zod, or a JSON Schema. */
  toMatchSchema(schema: Schema): R;
  /** It shows none of the signs of a model that an attack has taken over. */
  toResist(attack: Attack): R;
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: the type parameter is the one that vitest declares
  interface Matchers<T = any> extends AnswerMatchers<T> {}
}

expect.extend({ ...matchers });
