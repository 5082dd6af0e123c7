/**
 * The gains of the best possible list, best first, where each thing gains its grade: at
 * every rank comes the chunk that adds most.
 *
 * @param shared the things of each chunk that would satisfy several at once; each thing
 *   can be had alone too.
 */
export function idealOf(grades: readonly number[], shared: readonly (readonly number[])[]): readonly number[] {
  if (shared.length === 0) return grades.length < 2 ? grades : [...grades].sort((a, b) => b - a);
  const covers = [...shared, ...grades.map((_, thing) => [thing])];
  const open = new Set(grades.keys());
  const ideal: number[] = [];
  while (open.size > 0) {
    const best = bestOf(covers, { open, grades });
    for (const thing of best.fresh) open.delete(thing);
    ideal.push(best.gain);
  }
  return ideal;
}

function bestOf(
  covers: readonly (readonly number[])[],
  { open, grades }: { readonly open: ReadonlySet<number>; readonly grades: readonly number[] },
): { readonly fresh: readonly number[]; readonly gain: number } {
  let best: readonly number[] = [];
  let bestGain = -1;
  for (const cover of covers) {
    const fresh = cover.filter((thing) => open.has(thing));
    const gain = fresh.reduce((sum, thing) => sum + (grades[thing] ?? 0), 0);
    if (fresh.length > 0 && gain > bestGain) {
      best = fresh;
      bestGain = gain;
    }
  }
  return { fresh: best, gain: bestGain };
}
