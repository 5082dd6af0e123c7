import fc from "fast-check";
import { expect, test } from "vitest";
import { balancedOrders, contextOrders } from "./context-orders.ts";

test("an order and its reverse, then rotations with theirs", () => {
  // Four orders of four: rotated by 0 and by 2.
  expect(balancedOrders([3, 0, 2, 1], 4)).toEqual([
    [3, 0, 2, 1],
    [1, 2, 0, 3],
    [2, 1, 3, 0],
    [0, 3, 1, 2],
  ]);
  expect(balancedOrders([0, 1, 2], 1)).toEqual([[0, 1, 2]]);
  expect(balancedOrders([], 2)).toEqual([[], []]);
});

const permutation = fc
  .integer({ min: 1, max: 12 })
  .chain((n) => fc.shuffledSubarray([...Array(n).keys()], { minLength: n, maxLength: n }));

test("with an even count no context stands further up than another, nor before it more often", () => {
  fc.assert(
    fc.property(permutation, fc.integer({ min: 1, max: 10 }), (order, pairs) => {
      const orders = balancedOrders(order, 2 * pairs);
      for (const one of order) {
        const places = orders.map((shown) => shown.indexOf(one));
        expect(places.reduce((sum, place) => sum + place, 0)).toBe(pairs * (order.length - 1));
        for (const other of order.filter((index) => index !== one)) {
          expect(orders.filter((shown) => shown.indexOf(one) < shown.indexOf(other))).toHaveLength(pairs);
        }
      }
    }),
  );
});

test("after twice as many orders as contexts, each has stood at each place twice", () => {
  fc.assert(
    fc.property(permutation, (order) => {
      const orders = balancedOrders(order, 2 * order.length);
      for (const one of order) {
        for (const place of order.keys()) expect(orders.filter((shown) => shown[place] === one)).toHaveLength(2);
      }
    }),
  );
});

test("the seed, the case and its repeat decide the first order, and nothing else does", () => {
  const input = { contexts: ["a", "b", "c", "d", "e"], caseId: "q1", repeat: 0 };
  const [first] = contextOrders(input, { seed: 1, repeats: 1 });
  expect(contextOrders(input, { seed: 1, repeats: 4 })[0]).toEqual(first);
  const others = [
    contextOrders(input, { seed: 2, repeats: 1 }),
    contextOrders({ ...input, caseId: "q2" }, { seed: 1, repeats: 1 }),
    contextOrders({ ...input, repeat: 1 }, { seed: 1, repeats: 1 }),
  ];
  for (const [other] of others) expect(other).not.toEqual(first);
});
