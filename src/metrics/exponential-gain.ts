/**
 * From this grade on, 2^grade is divided by the largest one, so that a sum of them stays
 * finite. The quotient of two such sums is the same: a power of two divides exactly.
 */
const safeGrade = 500;

/**
 * The gain 2^grade − 1, up to a power of two that all grades of one case share.
 *
 * @param highest the highest grade of the case.
 */
export function exponentialGain(grade: number, highest: number): number {
  if (grade === 0) return 0;
  const shift = highest > safeGrade ? highest : 0;
  return 2 ** (grade - shift) - 2 ** -shift;
}
