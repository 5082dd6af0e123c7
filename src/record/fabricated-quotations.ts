import type { CaseScores } from "./result.ts";
import type { Summary } from "./summary.ts";

/** How often the judge quoted what does not stand there, over all its calls; empty where no judge had to quote. */
export function fabricatedQuotationsOf(results: readonly CaseScores[]): Pick<Summary, "fabricatedQuotations"> {
  const judgements = results.flatMap(({ judgement, furtherJudgements = [] }) => [
    ...(judgement === null ? [] : [judgement]),
    ...furtherJudgements,
  ]);
  const counting = judgements.filter(({ claims, points }) => claims !== undefined || points !== undefined);
  if (counting.length === 0) return {};
  const quoting = counting
    .flatMap(({ claims = [], points = [] }) => [...claims, ...points])
    .filter(({ quote }) => quote !== null);
  const count = quoting.filter(({ isFabricated }) => isFabricated).length;
  const rate = quoting.length === 0 ? null : count / quoting.length;
  return { fabricatedQuotations: { count, of: quoting.length, rate } };
}
