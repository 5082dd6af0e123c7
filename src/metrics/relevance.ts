import type { Gold, RetrievedChunk } from "../core/index.ts";
import { byDocument } from "./by-document.ts";
import { exponentialGain } from "./exponential-gain.ts";
import { idealOf } from "./ideal.ts";
import type { Ranking, RankLabel } from "./ranking.ts";
import { satisfiedByRank, thingsById } from "./satisfied.ts";

/** How a retrieved list stands to the gold: the ranking that metrics read, and what a report marks. */
export interface Relevance {
  readonly ranking: Ranking;
  /** By retrieved chunk: whether it is, or covers, something in the gold, credited here or further up. */
  readonly relevant: readonly boolean[];
  /**
   * By relevant thing, in the gold's order: the rank (1-based, in the list of the view) that
   * it is credited at, null when it is not found.
   */
  readonly foundAt: readonly (number | null)[];
}

/** How a list is read. */
export interface RelevanceOptions {
  /**
   * `slots`, the default: k counts chunks, which is what the generator gets. `documents`:
   * the list is first reduced to documents, each at the place of its first chunk, and k
   * counts documents, as results at document level are published.
   */
  readonly view?: "slots" | "documents";
}

/** The highest grade of the scale that gdeval takes for granted. */
export const usualHighestGrade = 4;

/**
 * Credits each relevant thing to the first chunk that satisfies it.
 *
 * An id is satisfied by the chunk of that id and by any chunk of the document of
 * that id, an any-of group by any of its ids, a span by a chunk of its document
 * that covers at least half of it: by offsets where both have them, else by text.
 *
 * The ideal list is built greedily, since one chunk may satisfy several things.
 * For spans the chunks that would cover two at once are known only from the list
 * itself, so the ideal is made of the retrieved chunks and of one chunk for each
 * span that none of them covers.
 *
 * Source: subtopic recall (Zhai, Cohen & Lafferty 2003, doi:10.1145/860435.860440) and
 * α-nDCG with α = 1 (Clarke et al. 2008, doi:10.1145/1390334.1390446); equal to
 * trec_eval 9.0.8 where every thing is one id.
 */
export function judgeRelevance(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { view = "slots" }: RelevanceOptions = {},
): Relevance {
  const grades = gold.kind === "groups" ? gold.groups.map((group) => group.grade) : gold.spans.map(() => 1);
  const byId = gold.kind === "groups" ? thingsById(gold) : new Map<string, readonly number[]>();
  const chunks = satisfiedByRank(gold, retrieved, { byId });
  const slots =
    view === "documents" ? byDocument(gold, retrieved, { satisfied: chunks }) : { retrieved, satisfied: chunks };
  const credited = creditOnce(grades, slots.satisfied);
  return {
    ranking: {
      credits: credited.credits,
      gains: credited.gains,
      labels: labelsOf(gold, slots.retrieved, { satisfied: slots.satisfied }),
      ...idealGains(grades, {
        fresh: credited.fresh,
        covers: gold.kind === "groups" ? byId.values() : slots.satisfied,
      }),
      total: grades.length,
      nonRelevant: gold.kind === "groups" && gold.judged !== undefined ? new Set(gold.judged).size : 0,
      highestGrade: highestOf(grades),
    },
    relevant: chunks.map((things) => things.length > 0),
    foundAt: credited.foundAt,
  };
}

interface Credited {
  readonly credits: readonly number[];
  readonly gains: readonly number[];
  /** By rank: the things credited there. */
  readonly fresh: readonly (readonly number[])[];
  readonly foundAt: readonly (number | null)[];
}

/** Credits each thing at the first rank that satisfies it. */
function creditOnce(grades: readonly number[], satisfied: readonly (readonly number[])[]): Credited {
  const foundAt: (number | null)[] = grades.map(() => null);
  const credits: number[] = [];
  const gains: number[] = [];
  const fresh: (readonly number[])[] = [];
  for (const things of satisfied) {
    const now = things.length === 0 ? things : credit(things, { foundAt, rank: fresh.length + 1 });
    fresh.push(now);
    credits.push(now.length);
    gains.push(gainOf(now, grades));
  }
  return { credits, gains, fresh, foundAt };
}

/** Those of the things that are not found further up; they are found now. */
function credit(
  things: readonly number[],
  { foundAt, rank }: { readonly foundAt: (number | null)[]; readonly rank: number },
): readonly number[] {
  const fresh = things.filter((thing) => foundAt[thing] === null);
  for (const thing of fresh) foundAt[thing] = rank;
  return fresh;
}

function idealGains(
  grades: readonly number[],
  { fresh, covers }: { readonly fresh: readonly (readonly number[])[]; readonly covers: Iterable<readonly number[]> },
): Pick<Ranking, "ideal" | "exponential"> {
  const shared: (readonly number[])[] = [];
  for (const things of covers) if (things.length > 1) shared.push(things);
  const ideal = idealOf(grades, shared);
  if (shared.length === 0 && fresh.every((things) => things.length < 2)) return { ideal };
  const highest = highestOf(grades);
  const exponential = grades.map((grade) => exponentialGain(grade, highest));
  return {
    ideal,
    exponential: {
      gains: fresh.map((things) => gainOf(things, exponential)),
      ideal: idealOf(exponential, shared),
    },
  };
}

function highestOf(grades: readonly number[]): number {
  let highest = usualHighestGrade;
  for (const grade of grades) if (grade > highest) highest = grade;
  return highest;
}

function gainOf(things: readonly number[], grades: readonly number[]): number {
  let gain = 0;
  for (const thing of things) gain += grades[thing] ?? 0;
  return gain;
}

/** By rank: what the labels say. A thing judged not relevant counts at the first of its chunks. */
function labelsOf(
  gold: Gold,
  retrieved: readonly RetrievedChunk[],
  { satisfied }: { readonly satisfied: readonly (readonly number[])[] },
): readonly RankLabel[] {
  if (gold.kind === "spans" || gold.judged === undefined) {
    return satisfied.map((things) => (things.length > 0 ? "relevant" : "unjudged"));
  }
  const judged = new Set(gold.judged);
  const seen = new Set<string>();
  return retrieved.map(({ id, docId }, i) => {
    if ((satisfied[i] ?? []).length > 0) return "relevant";
    const thing = judged.has(id) ? id : docId;
    if (thing === undefined || !judged.has(thing)) return "unjudged";
    if (seen.has(thing)) return "repeated";
    seen.add(thing);
    return "notRelevant";
  });
}
