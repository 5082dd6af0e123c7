/** Two stretches that stand in the same place of two sentences, beside units that both have; either may be empty. */
export interface Gap {
  readonly said: readonly string[];
  readonly source: readonly string[];
}

/** How one sentence lies beside another. */
export interface Alignment {
  /** How many units both have, in the same order. */
  readonly matched: number;
  /** What differs before, between and after them; none when nothing is common. */
  readonly gaps: readonly Gap[];
}

/** Longer sentences are compared by their beginning: the table has a cell for each pair of units. */
const longest = 400;

/** Lays a sentence beside another by their longest common subsequence of units: Wagner & Fischer 1974, doi:10.1145/321796.321811. */
export function align(said: readonly string[], source: readonly string[]): Alignment {
  const [a, b] = [said.slice(0, longest), source.slice(0, longest)];
  const pairs = commonPairs(a, b);
  if (pairs.length === 0) return { matched: 0, gaps: [] };
  const ends = [[-1, -1] as const, ...pairs];
  const gaps = [...pairs, [a.length, b.length] as const].map(([i, j], k) => {
    const [fromI, fromJ] = ends[k] ?? [-1, -1];
    return { said: a.slice(fromI + 1, i), source: b.slice(fromJ + 1, j) };
  });
  return { matched: pairs.length, gaps: gaps.filter((gap) => gap.said.length + gap.source.length > 0) };
}

/** The places of the common units, ascending. */
function commonPairs(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = commonLengths(a, b);
  const at = (i: number, j: number): number => lengths[i * (b.length + 1) + j] ?? 0;
  const pairs: (readonly [number, number])[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** At `i * (b.length + 1) + j`: how long the longest common subsequence of `a` from `i` and `b` from `j` is. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return lengths;
}
