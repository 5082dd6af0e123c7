/** The unjudged chunks of one case that the baseline's list does not have. */
export interface OpenCase {
  readonly caseId: string;
  /** Their ids, best rank first. */
  readonly chunks: readonly string[];
  /** By m, from 0: the change of the case's score, as a share, if the first m of them were relevant. */
  readonly changes: readonly number[];
}

/** Whether a drop could be only that nobody has judged the chunks which came in. */
export interface Unlabelled {
  /** With the chunks of `toLabel` relevant the drop would be within the margin. */
  readonly couldExplain: boolean;
  /** The shortest list of chunks to judge that decides; empty when no list can. */
  readonly toLabel: readonly { readonly caseId: string; readonly chunk: string }[];
  /** The change of the mean, as a share, if the chunks of the list (or, when no list decides, all that help) were relevant. */
  readonly change: number;
}

/** The drop that is looked into. */
export interface Drop {
  /** Of the mean, as a share. */
  readonly change: number;
  /** The cases that the mean is over. */
  readonly pairs: number;
  readonly margin: number;
}

/**
 * Looks for the fewest chunks that would bring a drop within the margin if they were
 * relevant: whoever judges these knows.
 *
 * Of each case comes next the number of chunks that raises its score most for each of
 * them; over all cases the steepest such step is taken first. That is the shortest list
 * where the steps of a case become smaller one by one, as for recall and mrr, and within
 * one case's chunks of it for ndcg.
 *
 * @returns null when no unjudged chunk could raise a score.
 */
export function decidingLabels(open: readonly OpenCase[], { change, pairs, margin }: Drop): Unlabelled | null {
  const steps = open.flatMap(stepsOf).sort((a, b) => b.rise / b.chunks.length - a.rise / a.chunks.length);
  if (steps.length === 0) return null;
  const toLabel: { readonly caseId: string; readonly chunk: string }[] = [];
  let reached = change;
  for (const { caseId, chunks, rise } of steps) {
    for (const chunk of chunks) toLabel.push({ caseId, chunk });
    reached += rise / pairs;
    if (reached >= -margin) return { couldExplain: true, toLabel, change: reached };
  }
  return { couldExplain: false, toLabel: [], change: reached };
}

interface Step {
  readonly caseId: string;
  readonly chunks: readonly string[];
  /** Of the case's score. */
  readonly rise: number;
}

/** The steps of a case, steepest first: the upper hull of its changes. */
function stepsOf({ caseId, chunks, changes }: OpenCase): readonly Step[] {
  const steps: Step[] = [];
  for (let from = 0; from < chunks.length; ) {
    let to = from;
    let slope = 0;
    for (let m = from + 1; m <= chunks.length; m++) {
      const one = ((changes[m] ?? 0) - (changes[from] ?? 0)) / (m - from);
      if (one > slope) [to, slope] = [m, one];
    }
    if (to === from) break;
    steps.push({ caseId, chunks: chunks.slice(from, to), rise: slope * (to - from) });
    from = to;
  }
  return steps;
}
