import { tokenize } from "../text/index.ts";

/** The simple measures that a judge has to beat. Each is 0 to 1. */

/** The share of an answer's terms that stand in the contexts; 1 of no terms. */
export function containment(answer: string, contexts: readonly string[]): number {
  return containedShare(tokenize(answer), new Set(contexts.flatMap(tokenize)));
}

/** The same for pairs of neighbouring terms. */
export function pairContainment(answer: string, contexts: readonly string[]): number {
  return containedShare(pairsOf(tokenize(answer)), new Set(contexts.map(tokenize).flatMap(pairsOf)));
}

/** F1 of the bags of terms of two texts, as in SQuAD (Rajpurkar et al. 2016, doi:10.18653/v1/D16-1264). */
export function tokenF1(a: string, b: string): number {
  const [first, second] = [tokenize(a), tokenize(b)];
  const left = new Map<string, number>();
  for (const term of second) left.set(term, (left.get(term) ?? 0) + 1);
  let common = 0;
  for (const term of first) {
    const count = left.get(term) ?? 0;
    if (count > 0) common += 1;
    left.set(term, count - 1);
  }
  return harmonic(common / first.length, common / second.length);
}

/** F1 of the longest common subsequence of terms: ROUGE-L of Lin 2004, aclanthology.org/W04-1013, over whole texts. */
export function rougeL(a: string, b: string): number {
  const [first, second] = [tokenize(a), tokenize(b)];
  let row: readonly number[] = new Array<number>(second.length + 1).fill(0);
  for (const term of first) {
    const next = [0];
    second.forEach((other, j) => {
      next.push(term === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    });
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return harmonic(common / first.length, common / second.length);
}

/** The harmonic mean of two shares; 0 when either is 0 or no number. */
export function harmonic(a: number, b: number): number {
  return a > 0 && b > 0 ? (2 * a * b) / (a + b) : 0;
}

function containedShare(items: readonly string[], known: ReadonlySet<string>): number {
  return items.length === 0 ? 1 : items.filter((item) => known.has(item)).length / items.length;
}

function pairsOf(terms: readonly string[]): readonly string[] {
  return terms.slice(1).map((term, i) => `${terms[i]}\u0000${term}`);
}
