import type { MetricInput } from "touchstone";

/** A question with several pieces of evidence is answered in full only when all of them are there. */
export const allFound: MetricInput = {
  name: "all_found",
  parameter: "cutoff",
  title: "All of it found",
  summary: "1 when all that should be found stands among the first k results, else 0.",
  score: ({ credits, total }, k) => {
    const found = credits.slice(0, k).reduce((sum, credit) => sum + credit, 0);
    return found === total ? 1 : 0;
  },
};
