/** The values in ascending order as groups of equal ones: the places of the members, in the order given. */
export function tiedGroups(values: readonly number[]): readonly (readonly number[])[] {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const groups: number[][] = [];
  for (const place of order) {
    const last = groups.at(-1);
    if (last !== undefined && values[last[0] ?? 0] === values[place]) last.push(place);
    else groups.push([place]);
  }
  return groups;
}

/** The rank of each value, 1 for the smallest; equal values share the mean of their ranks. */
export function midranks(values: readonly number[]): readonly number[] {
  const ranks = new Array<number>(values.length).fill(0);
  let before = 0;
  for (const group of tiedGroups(values)) {
    for (const place of group) ranks[place] = before + (group.length + 1) / 2;
    before += group.length;
  }
  return ranks;
}
