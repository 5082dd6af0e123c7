import type { ModelCalls } from "../record/index.ts";

/** What model calls cost: known in full, at least, or unknown, which is never 0. */
export function formatCost({ costUsd = 0, costKnownFor = 0, requests }: ModelCalls): string {
  if (requests === 0) return "cost $0";
  if (costKnownFor === 0) return "cost unknown";
  const amount = `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
  return costKnownFor < requests
    ? `cost at least ${amount} (known for ${costKnownFor} of ${requests} requests)`
    : `cost ${amount}`;
}
