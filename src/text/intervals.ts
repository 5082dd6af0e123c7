/** A piece of a text: characters from `start` up to and without `end`. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The same characters in as few intervals as will do: ascending, apart from each other, none empty. */
export function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (end <= start) continue;
    if (last === undefined || start > last.end) merged.push({ start, end });
    else if (end > last.end) merged[merged.length - 1] = { start: last.start, end };
  }
  return merged;
}

/** How many characters merged intervals hold. */
export function lengthOfIntervals(merged: readonly Interval[]): number {
  let length = 0;
  for (const { start, end } of merged) length += end - start;
  return length;
}
