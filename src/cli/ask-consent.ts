import { confirm, isCancel } from "@clack/prompts";
import type { Estimate } from "../run/index.ts";

/** Calls whose price nobody knows may be so many before they are told. */
const fewCalls = 100;

/**
 * Tells what a run will about cost where that is much, and asks at a terminal; elsewhere
 * nobody can answer, and it goes on. Returns whether to go on.
 */
export async function askConsent(
  estimate: Estimate,
  { askAboveUsd, isAsked }: { readonly askAboveUsd: number; readonly isAsked: boolean },
): Promise<boolean> {
  if (estimate.costUsd <= askAboveUsd && estimate.unpricedCalls <= fewCalls) return true;
  process.stderr.write(`${describeEstimate(estimate)}\n`);
  if (!isAsked || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return true;
  const answer = await confirm({ message: "Run it?", output: process.stderr });
  return !isCancel(answer) && answer;
}

/** What a run will about take, in words: an unknown price is unknown, never 0. */
export function describeEstimate({ calls, tokens, costUsd, unpriced, unpricedCalls }: Estimate): string {
  const known = `$${costUsd.toFixed(2)}`;
  const missing = unpriced.map((model) => `\`${model}\``).join(", ");
  const unknown = `${unpricedCalls} calls of ${missing}, which ${unpriced.length === 1 ? "has" : "have"} no price under \`prices\``;
  const cost =
    unpricedCalls === 0
      ? known
      : costUsd === 0
        ? `an unknown amount: ${unknown}`
        : `${known} and an unknown amount: ${unknown}`;
  return `this run takes up to ${calls} model calls and about ${Math.round(tokens / 1000)} thousand tokens, which cost about ${cost}; what the cache has costs nothing`;
}
