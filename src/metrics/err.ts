import type { MetricDefinition } from "./metric.ts";

/**
 * Expected reciprocal rank: how early a reader is satisfied who stops at a result with
 * a chance that grows with its grade.
 *
 * err@k = Σ_{i=1..k} r_i / i · Π_{j<i} (1 − r_j), r_i = (2^grade_i − 1) / 2^h, h being the
 * highest grade of the scale: 4, as in gdeval, or the highest in the gold of the case
 * if that is more. Range 0 to below 1; at most 1/16 where all grades are 1.
 *
 * Source: Chapelle et al. 2009, doi:10.1145/1645953.1646033; agrees with gdeval.
 */
export const err: MetricDefinition = {
  name: "err",
  aliases: [],
  parameter: "cutoff",
  title: "Early satisfaction",
  summary: "How early a reader is satisfied who reads the first k results from the top, on a scale of grades up to 4.",
  source: "Chapelle et al. 2009, doi:10.1145/1645953.1646033; gdeval (highest grade 4)",
  score: ({ gains, highestGrade }, k) => {
    const end = Math.min(k, gains.length);
    let unsatisfied = 1;
    let total = 0;
    for (let i = 0; i < end; i++) {
      // A chunk that satisfies several things at once is worth the best grade, no more.
      const grade = Math.min(gains[i] ?? 0, highestGrade);
      const satisfied = grade === 0 ? 0 : 2 ** (grade - highestGrade) - 2 ** -highestGrade;
      total += (satisfied / (i + 1)) * unsatisfied;
      unsatisfied *= 1 - satisfied;
    }
    return total;
  },
};
