import type { Dimension, Fields, PromptValues } from "../prompts/index.ts";
import type { Countable } from "./claims.ts";
import type { JudgeInput } from "./judge.ts";

/** What a judge's prompt may use. Everything that others wrote is untrusted, and printed only between fences. */
export const judgeInputs: Fields = {
  query: "untrusted",
  answer: "untrusted",
  answerable: "flag",
  claims: "flag",
  points: "flag",
  contexts: { each: { number: "number", text: "untrusted" } },
  references: { each: { text: "untrusted" } },
  dimensions: {
    each: { id: "text", title: "text", asks: "text", levels: { each: { score: "number", sentence: "text" } } },
  },
  form: "text",
};

/** Whether a judge chooses a level for every dimension, or counts claims for those that say so. */
export type JudgeMethod = "score" | "claims";

/** What a call has to give: lists to count, and dimensions whose level it chooses. */
export function splitAsked(
  asked: readonly Dimension[],
  method: JudgeMethod,
): { readonly lists: readonly Countable[]; readonly levels: readonly Dimension[] } {
  const counted = method === "claims" ? asked.flatMap(({ counts }) => counts ?? []) : [];
  const lists = (["claims", "points"] as const).filter((list) => counted.includes(list));
  return { lists, levels: asked.filter(({ counts }) => counts === undefined || !lists.includes(counts)) };
}

/** How a list looks in a reply. */
const forms: Readonly<Record<Countable, string>> = {
  claims: '"claims": [{"claim": "…", "verdict": "…", "context": 1, "quote": "…"}]',
  points: '"points": [{"point": "…", "verdict": "…", "quote": "…"}]',
};

/** What a dimension needs and an answer does not come with; undefined when nothing is lacking. */
export function lackingFor({ needs }: Dimension, input: JudgeInput): Dimension["needs"][number] | undefined {
  return needs.find((need) => input[need].length === 0);
}

/** What a judge's prompt is filled with for one answer. `order[i]` is the index of the context shown at place i. */
export function judgeValues(
  input: JudgeInput,
  {
    asked,
    order,
    method,
  }: { readonly asked: readonly Dimension[]; readonly order: readonly number[]; readonly method: JudgeMethod },
): PromptValues {
  const { query, answer, answerable, language } = input;
  const { lists, levels } = splitAsked(asked, method);
  return {
    query,
    answer,
    answerable,
    contexts: order.map((from, i) => ({ number: i + 1, text: input.contexts[from] ?? "" })),
    references: input.references.map((text) => ({ text })),
    claims: lists.includes("claims"),
    points: lists.includes("points"),
    dimensions: levels.map((dimension) => ({
      id: dimension.id,
      title: dimension.title,
      asks: dimension.asks[language],
      levels: dimension.levels[language].map((sentence, score) => ({ score, sentence })),
    })),
    form: `{${[...lists.map((list) => forms[list]), ...levels.map(({ id }) => `"${id}": N`)].map((part) => `${part}, `).join("")}"reason": "…"}`,
  };
}
