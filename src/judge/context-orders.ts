import type { JudgeInput } from "./judge.ts";
import { shuffledOrder } from "./shuffle.ts";

/**
 * The orders in which an answer's contexts are shown, one for each time that it is judged.
 * `orders[r][i]` is the index of the context at place i. The first is shuffled by the seed.
 */
export function contextOrders(
  { contexts, caseId, repeat }: Pick<JudgeInput, "contexts" | "caseId" | "repeat">,
  { seed, repeats }: { readonly seed: number; readonly repeats: number },
): readonly (readonly number[])[] {
  return balancedOrders(shuffledOrder(contexts.length, JSON.stringify([seed, caseId, repeat])), repeats);
}

/**
 * An order and its reverse, then a rotation of it and the reverse of that, and so on, with the
 * rotations spread evenly.
 *
 * After an even count each context has stood, on the average, in the middle, and before each other one
 * as often as behind it; after twice as many orders as there are contexts it has stood at each place twice.
 *
 * Rows of a cyclic Latin square with their mirror images, as experiments counterbalance what order does.
 */
export function balancedOrders(order: readonly number[], repeats: number): readonly (readonly number[])[] {
  const pairs = Math.ceil(repeats / 2);
  return Array.from({ length: repeats }, (_, repeat) => {
    const shift = Math.floor((Math.floor(repeat / 2) * order.length) / pairs);
    const rotated = [...order.slice(shift), ...order.slice(0, shift)];
    return repeat % 2 === 0 ? rotated : rotated.reverse();
  });
}
