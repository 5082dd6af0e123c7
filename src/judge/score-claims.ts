import { absent, type Language, type Score, scored } from "../core/index.ts";
import type { Countable, JudgedClaim } from "./claims.ts";
import { declines } from "./declines.ts";

/** With a claim that the text contradicts, an answer gets this at most: somebody acts on it. */
const mostWithContradiction = 2;
/** So many claims are named in the reason. */
const named = 3;

const words = {
  en: {
    claims: (supported: number, n: number) => `${supported} of ${n} claims supported`,
    points: (supported: number, n: number) => `${supported} of ${n} points held`,
    contradicted: "contradicted",
    not_found: "not found",
    list: (name: string, texts: readonly string[]) => `; ${name}: ${texts.map((text) => `“${text}”`).join(", ")}`,
    refused: "refuses, and so claims nothing",
  },
  zh: {
    claims: (supported: number, n: number) => `${n} 条论断中 ${supported} 条有依据`,
    points: (supported: number, n: number) => `${n} 个要点中覆盖了 ${supported} 个`,
    contradicted: "相矛盾",
    not_found: "未找到",
    list: (name: string, texts: readonly string[]) => `；${name}：${texts.map((text) => `“${text}”`).join("、")}`,
    refused: "拒绝回答，没有作出任何论断",
  },
} as const;

/**
 * The score that claims come to: ⌊5 · supported / all⌋, and 2 at most where one is contradicted.
 *
 * | supported | all | from 4/5 | from 3/5 | from 2/5 | from 1/5 | fewer |
 * | --- | --- | --- | --- | --- | --- | --- |
 * | score | 5 | 4 | 3 | 2 | 1 | 0 |
 *
 * Source: the share is faithfulness in Es et al. 2024, arXiv:2309.15217; the steps and the bound are ours.
 *
 * @throws RangeError when there is no claim.
 */
export function levelOfClaims(claims: readonly Pick<JudgedClaim, "verdict">[]): number {
  if (claims.length === 0) throw new RangeError("there is no claim to count");
  const supported = claims.filter(({ verdict }) => verdict === "supported").length;
  const level = Math.floor((5 * supported) / claims.length);
  const isContradicted = claims.some(({ verdict }) => verdict === "contradicted");
  return isContradicted ? Math.min(level, mostWithContradiction) : level;
}

/**
 * The score of a dimension that counts, with what was counted as its reason. An answer without a claim
 * gets 5 where it refuses, as with the other judges, and else has no score.
 */
export function scoreClaims(
  claims: readonly JudgedClaim[],
  { of, answer, language }: { readonly of: Countable; readonly answer: string; readonly language: Language },
): Score {
  const say = words[language];
  if (claims.length === 0)
    return declines(answer) === true ? scored(5, say.refused) : absent("the answer claims nothing");
  const supported = claims.filter(({ verdict }) => verdict === "supported").length;
  const lists = (["contradicted", "not_found"] as const).map((verdict) => {
    const texts = claims.filter((claim) => claim.verdict === verdict).map(({ text }) => text);
    return texts.length === 0 ? "" : say.list(say[verdict], texts.slice(0, named));
  });
  return scored(levelOfClaims(claims), say[of](supported, claims.length) + lists.join(""));
}
