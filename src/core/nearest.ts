/**
 * The known name that is closest to a misspelt one, for "did you mean".
 *
 * Distance: Levenshtein, case folded. Nothing is proposed beyond a third of the
 * longer name's length, since a far name misleads.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const limit = Math.max(1, Math.ceil(Math.max(name.length, candidate.length) / 3));
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The `fix` line for an unknown name: the nearest one, and else the list of those that exist. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`;
  return known.length === 0 ? "there is none" : `choose one of ${known.map((one) => `\`${one}\``).join(", ")}`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
