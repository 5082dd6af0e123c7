import type { JudgedListOptions, Ranking, RankLabel } from "../metrics/index.ts";
import { findId } from "./id-table.ts";
import { eachJudgement, type Qrels } from "./qrels.ts";
import type { RunList } from "./run-list.ts";

/** The scale that `err` takes where the file has no higher grade, as in gdeval. */
const usualHighestGrade = 4;
const unjudgedGrade = -(2 ** 31);

/** Makes the ranking of a list against the judgements of a query; the memory is used again for the next one. */
export type Ranker = (list: RunList, query: number) => Ranking;

/** A maker of rankings that reads lists as `scoreJudgedList` does, from bytes. */
export function createRanker(
  qrels: Qrels,
  { level = 1, judgedOnly = false, limit = Number.POSITIVE_INFINITY }: Omit<JudgedListOptions, "highestGrade">,
): Ranker {
  const highestGrade = Math.max(usualHighestGrade, qrels.highestGrade);
  const credits: number[] = [];
  const gains: number[] = [];
  const labels: RankLabel[] = [];
  const ideal: number[] = [];
  const lowestKept = judgedOnly ? 0 : unjudgedGrade;
  let grades = new Int32Array(1024);
  let judged = new Int32Array(1024);
  return ({ ids, order }, query) => {
    if (grades.length < ids.count) grades = new Int32Array(2 * ids.count);
    grades.fill(unjudgedGrade, 0, ids.count);
    let judgements = 0;
    eachJudgement(qrels, query, (bytes, start, end, grade) => {
      if (judgements === judged.length) judged = doubled(judged);
      judged[judgements++] = grade;
      const found = findId(ids, bytes, start, end);
      if (found !== -1) grades[found] = grade;
    });
    const { total, nonRelevant } = countGrades(judged.subarray(0, judgements), { level, ideal });
    fillPlaces({ credits, gains, labels }, { order, count: ids.count, grades, level, lowestKept, limit });
    // Each by name: to spread objects here took as long as to fill them.
    return { credits, gains, labels, ideal, total, nonRelevant, highestGrade };
  };
}

function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Sorts the grades of a query and fills the list of the best gains with them. */
function countGrades(
  judged: Int32Array,
  { level, ideal }: { readonly level: number; readonly ideal: number[] },
): Pick<Ranking, "total" | "nonRelevant"> {
  judged.sort();
  let total = 0;
  let nonRelevant = 0;
  let gained = 0;
  for (let i = judged.length - 1; i >= 0; i -= 1) {
    const grade = judged[i] as number;
    if (grade < 0) break;
    if (grade > 0) ideal[gained++] = grade;
    if (grade >= level) total += 1;
    else nonRelevant += 1;
  }
  ideal.length = gained;
  return { total, nonRelevant };
}

/** What a ranking says by rank. */
interface Places {
  readonly credits: number[];
  readonly gains: number[];
  readonly labels: RankLabel[];
}

interface GradedList {
  /** Best first: `count` documents. */
  readonly order: Int32Array;
  readonly count: number;
  /** By document. */
  readonly grades: Int32Array;
  readonly level: number;
  /** Documents with a lower grade are dropped. */
  readonly lowestKept: number;
  readonly limit: number;
}

function fillPlaces(
  { credits, gains, labels }: Places,
  { order, count, grades, level, lowestKept, limit }: GradedList,
): void {
  let rank = 0;
  for (let i = 0; i < count && rank < limit; i += 1) {
    const grade = grades[order[i] as number] as number;
    if (grade < lowestKept) continue;
    credits[rank] = grade >= level ? 1 : 0;
    gains[rank] = Math.max(grade, 0);
    labels[rank] = grade >= level ? "relevant" : labelOf(grade);
    rank += 1;
  }
  for (const list of [credits, gains, labels]) list.length = rank;
}

/** A negative grade says that the document was in the pool and nobody judged it. */
function labelOf(grade: number): RankLabel {
  if (grade >= 0) return "notRelevant";
  return grade === unjudgedGrade ? "unjudged" : "pooled";
}
