import type { Gold, RetrievedChunk } from "../core/index.ts";
import { unjudgedRanks } from "./bounds.ts";
import type { Ranking } from "./ranking.ts";
import { judgeRelevance } from "./relevance.ts";
import type { Metric } from "./resolve.ts";

/** The list that one is compared with. */
export interface OtherList {
  readonly ids: ReadonlySet<string>;
  readonly score: number;
}

/** The chunks that nobody judged and the other list does not have, best rank first. */
export interface Newcomers {
  readonly chunks: readonly RetrievedChunk[];
  /** By m, from 0: how far the list would be ahead of the other if the first m of them were relevant. */
  readonly leads: readonly number[];
}

/**
 * What the unjudged chunks that another list does not have could change, each judged
 * relevant with the grade given. What is relevant here is missed by the other list, which
 * loses what a perfect list would lose by it.
 *
 * Only for metrics with bounds and a cut-off, in the view of slots: nothing for others.
 */
export function newcomersOf(
  metric: Metric,
  { gold, retrieved }: { readonly gold: Gold; readonly retrieved: readonly RetrievedChunk[] },
  { other, grade }: { readonly other: OtherList; readonly grade: number },
): Newcomers {
  const { definition, argument, options } = metric;
  if (definition.bounds === undefined || !Number.isFinite(argument) || options.view !== undefined)
    return { chunks: [], leads: [] };
  const { ranking } = judgeRelevance(gold, retrieved, options);
  const ranks = unjudgedRanks(ranking).filter(
    (rank) => rank <= argument && !other.ids.has(retrieved[rank - 1]?.id ?? ""),
  );
  const perfect = perfectOf(ranking);
  const best = definition.score(perfect, argument);
  const leads = Array.from({ length: ranks.length + 1 }, (_, m) => {
    const own = definition.score(withRelevant(ranking, ranks.slice(0, m), grade), argument);
    const kept = definition.score(withMissed(perfect, m, grade), argument) / best;
    return own - other.score * kept;
  });
  return { chunks: ranks.flatMap((rank) => retrieved[rank - 1] ?? []), leads };
}

function perfectOf(ranking: Ranking): Ranking {
  const credits = ranking.ideal.map(() => 1);
  return { ...ranking, credits, gains: ranking.ideal, labels: credits.map(() => "relevant") };
}

function withRelevant(ranking: Ranking, ranks: readonly number[], grade: number): Ranking {
  const chosen = new Set(ranks);
  const isChosen = (i: number): boolean => chosen.has(i + 1);
  return {
    ...withMissed(ranking, ranks.length, grade),
    credits: ranking.credits.map((credit, i) => (isChosen(i) ? 1 : credit)),
    gains: ranking.gains.map((gain, i) => (isChosen(i) ? grade : gain)),
    labels: ranking.labels.map((label, i) => (isChosen(i) ? "relevant" : label)),
  };
}

/** As many further relevant things that the list does not have. */
function withMissed(ranking: Ranking, count: number, grade: number): Ranking {
  const ideal = [...ranking.ideal, ...Array.from({ length: count }, () => grade)].sort((a, b) => b - a);
  return { ...ranking, ideal, total: ranking.total + count };
}
