import { sha256 } from "../core/index.ts";

/**
 * An order of `count` things that looks random and is the same for the same seed.
 * Out: `order[i]` is the index of what stands at place i.
 *
 * Fisher-Yates over numbers drawn from SHA-256 of the seed and the step.
 */
export function shuffledOrder(count: number, seed: string): readonly number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    // 48 bits over at most some thousand places: the bias is below 1e-10.
    const j = Number.parseInt(sha256(`${seed}\u0000${i}`).slice(0, 12), 16) % (i + 1);
    const moved = order[i] ?? i;
    order[i] = order[j] ?? j;
    order[j] = moved;
  }
  return order;
}
