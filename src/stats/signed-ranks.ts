/**
 * The shares of all sign patterns by the sum of the ranks with a plus: out[s] of the sum s / 2, so that ranks shared
 * by two, which end in .5, have a place. Time grows with the sum of the ranks times their number.
 *
 * Source: Pagano & Tritchler 1983, doi:10.1080/01621459.1983.10477990.
 */
export function rankSumShares(ranks: readonly number[]): Float64Array {
  const doubled = ranks.map((rank) => Math.round(2 * rank));
  const shares = new Float64Array(doubled.reduce((total, rank) => total + rank, 0) + 1);
  shares[0] = 1;
  let reached = 0;
  for (const rank of doubled) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum--)
      shares[sum] = ((shares[sum] ?? 0) + (sum < rank ? 0 : (shares[sum - rank] ?? 0))) / 2;
  }
  return shares;
}
