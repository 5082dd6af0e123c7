import type { SuiteConfig } from "../config/index.ts";

/** Words in the names of models, by who makes them. */
const families: Readonly<Record<string, RegExp>> = {
  OpenAI: /\b(?:gpt|chatgpt|davinci|o[1345])\b|\bgpt-?\d/,
  Qwen: /qwen|\bqwq|\bqvq|tongyi/,
  DeepSeek: /deepseek/,
  GLM: /\b(?:chat)?glm\b|\b(?:chat)?glm-?\d/,
  Kimi: /kimi|moonshot/,
  Baichuan: /baichuan/,
  Claude: /claude/,
  Gemini: /gemini|gemma/,
  Llama: /llama/,
  Mistral: /mistral|mixtral|ministral|magistral/,
  Yi: /\byi-/,
  ERNIE: /ernie/,
  Doubao: /doubao/,
  Hunyuan: /hunyuan/,
  InternLM: /internlm/,
  MiniMax: /minimax|\babab/,
  Grok: /\bgrok/,
  Phi: /\bphi-?\d/,
};

/**
 * What to say where the judge may be of the same family as the model under test; none where it is not, or
 * where the model under test is not known. A judge favours what sounds like itself.
 *
 * Source: Panickssery et al. 2024, arXiv:2404.13076; families are told by the models' names.
 */
export function sameFamilyNotes({ target, judge }: Pick<SuiteConfig, "target" | "judge">): readonly string[] {
  if (target.kind !== "prompt" || judge?.kind !== "llm") return [];
  const answering = [target, ...target.fallback].map(({ model }) => model);
  const judging = [judge, ...judge.fallback].map(({ model }) => model);
  const pairs = judging.flatMap((one) => answering.map((other) => ({ one, other, shared: sharedFamily(one, other) })));
  const found = pairs.find(({ shared }) => shared !== undefined);
  if (found === undefined) return [];
  const { one, other, shared } = found;
  return [
    `the judge \`${one}\` and the model under test \`${other}\` are of one family (${shared}): a judge favours answers of its own kind`,
  ];
}

/** The family that two names share; a model is always of its own. */
function sharedFamily(one: string, other: string): string | undefined {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  const shared = Object.keys(families).find((name) => [first, second].every((model) => families[name]?.test(model)));
  return shared ?? (first === second ? one : undefined);
}
