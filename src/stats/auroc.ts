/**
 * Area under the ROC curve: the chance that something true has a higher score than something
 * false, ties half; 0 to 1, 0.5 is a coin. Null when there is none of one of the two.
 *
 * Source: the Mann-Whitney statistic over n₁n₂, Hanley & McNeil 1982, doi:10.1148/radiology.143.1.7063747.
 */
export function auroc(items: readonly { readonly score: number; readonly isTrue: boolean }[]): number | null {
  const sorted = items.toSorted((a, b) => a.score - b.score);
  const positives = sorted.filter(({ isTrue }) => isTrue).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let below = 0;
  let won = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
    const tied = sorted.slice(start, end);
    const trues = tied.filter(({ isTrue }) => isTrue).length;
    won += trues * (below + (tied.length - trues) / 2);
    below += tied.length - trues;
    start = end;
  }
  return won / (positives * negatives);
}
