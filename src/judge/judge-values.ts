import type { Dimension, Fields, PromptValues } from "../prompts/index.ts";
import type { JudgeInput } from "./judge.ts";

/** What a judge's prompt may use. Everything that others wrote is untrusted, and printed only between fences. */
export const judgeInputs: Fields = {
  query: "untrusted",
  answer: "untrusted",
  answerable: "flag",
  contexts: { each: { number: "number", text: "untrusted" } },
  references: { each: { text: "untrusted" } },
  dimensions: {
    each: { id: "text", title: "text", asks: "text", levels: { each: { score: "number", sentence: "text" } } },
  },
  form: "text",
};

/** What a dimension needs and an answer does not come with; undefined when nothing is lacking. */
export function lackingFor({ needs }: Dimension, input: JudgeInput): Dimension["needs"][number] | undefined {
  return needs.find((need) => input[need].length === 0);
}

/** What a judge's prompt is filled with for one answer. `order[i]` is the index of the context shown at place i. */
export function judgeValues(
  input: JudgeInput,
  { asked, order }: { readonly asked: readonly Dimension[]; readonly order: readonly number[] },
): PromptValues {
  const { query, answer, answerable, language } = input;
  return {
    query,
    answer,
    answerable,
    contexts: order.map((from, i) => ({ number: i + 1, text: input.contexts[from] ?? "" })),
    references: input.references.map((text) => ({ text })),
    dimensions: asked.map(({ id, title, asks, levels }) => ({
      id,
      title,
      asks: asks[language],
      levels: levels[language].map((sentence, score) => ({ score, sentence })),
    })),
    form: `{${asked.map(({ id }) => `"${id}": N, `).join("")}"reason": "…"}`,
  };
}
