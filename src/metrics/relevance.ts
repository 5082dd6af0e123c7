import type { Gold, RetrievedChunk } from "../core/index.ts";
import { byDocument } from "./by-document.ts";
import { countCharacters, findEvidence, newSharesOf, type SpanCharacters, type Worth } from "./evidence.ts";
import { exponentialGain } from "./exponential-gain.ts";
import { idealOf } from "./ideal.ts";
import { labelsOf } from "./label.ts";
import { defaultCover, type RelevanceOptions } from "./options.ts";
import type { Ranking } from "./ranking.ts";
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

/** The highest grade of the scale that gdeval takes for granted. */
export const usualHighestGrade = 4;

/**
 * Credits each relevant thing to the first chunk that satisfies it.
 *
 * An id is satisfied by the chunk of that id and by any chunk of the document of
 * that id, an any-of group by any of its ids, a span by a chunk of its document
 * that covers enough of it: by offsets where both have them, else by text.
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
  options: RelevanceOptions = {},
): Relevance {
  const { grades, covers, satisfied, newShares, characters } =
    gold.kind === "groups" ? satisfyGroups(gold, retrieved) : satisfySpans(gold, retrieved, options);
  const slots = options.view === "documents" ? byDocument(gold, retrieved, { satisfied }) : { retrieved, satisfied };
  const credited = creditOnce(grades, slots.satisfied);
  const shares = options.grade === "coverage" && options.view !== "documents" ? newShares : undefined;
  return {
    ranking: {
      credits: credited.credits,
      labels: labelsOf(gold, slots.retrieved, { satisfied: slots.satisfied }),
      ...gainsOf(grades, { fresh: credited.fresh, shares, covers: covers ?? slots.satisfied }),
      total: grades.length,
      nonRelevant: gold.judged === undefined ? 0 : new Set<unknown>(gold.judged).size,
      highestGrade: highestOf(grades),
      ...(characters === undefined ? {} : { characters }),
    },
    relevant: satisfied.map((things) => things.length > 0),
    foundAt: credited.foundAt,
  };
}

/** The things of a gold, and by rank which of them each chunk satisfies. */
interface Satisfied {
  readonly grades: readonly number[];
  readonly satisfied: readonly (readonly number[])[];
  /** The things of each chunk that might be: known where gold names ids, else those retrieved stand for it. */
  readonly covers?: Iterable<readonly number[]>;
  /** By rank: of each span satisfied, the share that no chunk further up holds. */
  readonly newShares?: readonly (readonly Worth[])[];
  readonly characters?: SpanCharacters;
}

function satisfyGroups(gold: Extract<Gold, { kind: "groups" }>, retrieved: readonly RetrievedChunk[]): Satisfied {
  const byId = thingsById(gold);
  return {
    grades: gold.groups.map((group) => group.grade),
    satisfied: satisfiedByRank(retrieved, byId),
    covers: byId.values(),
  };
}

function satisfySpans(
  { spans }: Extract<Gold, { kind: "spans" }>,
  retrieved: readonly RetrievedChunk[],
  { cover = defaultCover }: RelevanceOptions,
): Satisfied {
  const evidence = findEvidence(spans, retrieved);
  const enough = evidence.map((held) => held.filter(({ share }) => share >= cover));
  return {
    grades: spans.map(({ grade = 1 }) => grade),
    satisfied: enough.map((held) => held.map(({ span }) => span)),
    newShares: newSharesOf(enough),
    characters: countCharacters(spans, retrieved, { evidence }),
  };
}

interface Credited {
  readonly credits: readonly number[];
  /** By rank: the things credited there. */
  readonly fresh: readonly (readonly number[])[];
  readonly foundAt: readonly (number | null)[];
}

/** Credits each thing at the first rank that satisfies it. */
function creditOnce(grades: readonly number[], satisfied: readonly (readonly number[])[]): Credited {
  const foundAt: (number | null)[] = grades.map(() => null);
  const credits: number[] = [];
  const fresh: (readonly number[])[] = [];
  for (const things of satisfied) {
    const now = things.length === 0 ? things : credit(things, { foundAt, rank: fresh.length + 1 });
    fresh.push(now);
    credits.push(now.length);
  }
  return { credits, fresh, foundAt };
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

/** By rank what was gained, and the best that could have been: with the grade, and where it differs with 2^grade − 1. */
function gainsOf(
  grades: readonly number[],
  {
    fresh,
    shares,
    covers,
  }: Pick<Credited, "fresh"> & {
    readonly shares: Satisfied["newShares"];
    readonly covers: Iterable<readonly number[]>;
  },
): Pick<Ranking, "gains" | "ideal" | "exponential"> {
  const shared: (readonly number[])[] = [];
  for (const things of covers) if (things.length > 1) shared.push(things);
  const plain = { gains: gainsWith(grades, { fresh, shares }), ideal: idealOf(grades, shared) };
  const isPlain = shares === undefined && shared.length === 0 && fresh.every((things) => things.length < 2);
  if (isPlain) return plain;
  const highest = highestOf(grades);
  const exponential = grades.map((grade) => exponentialGain(grade, highest));
  const gains = gainsWith(exponential, { fresh, shares });
  return { ...plain, exponential: { gains, ideal: idealOf(exponential, shared) } };
}

function gainsWith(
  worth: readonly number[],
  { fresh, shares }: Pick<Credited, "fresh"> & { readonly shares: Satisfied["newShares"] },
): readonly number[] {
  if (shares === undefined) return fresh.map((things) => gainOf(things, worth));
  return shares.map((parts) => parts.reduce((gain, { thing, share }) => gain + share * (worth[thing] ?? 0), 0));
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
