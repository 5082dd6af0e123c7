import { expect, test } from "vitest";
import { chunkDocuments } from "./chunk.ts";
import { searchDense } from "./dense.ts";

test("chunks stand in the order of their cosine with the query, ties in their own", () => {
  const chunks = chunkDocuments(
    ["a", "b", "c", "d"].map((id) => ({ id, title: id, format: "text" as const, text: `text of ${id}` })),
    500,
  );
  // With (1, 0): (3, 4) is 3/5 = 0.6, (2, 0) is 1, (0, 5) is 0, and a vector of zeros counts as 0.
  const vectors = [
    [3, 4],
    [2, 0],
    [0, 5],
    [0, 0],
  ];
  const found = searchDense({ chunks, vectors, k: 4 }, [1, 0]);
  expect(found.map(({ docId, score }) => [docId, score])).toEqual([
    ["b", 1],
    ["a", 0.6],
    ["c", 0],
    ["d", 0],
  ]);
  expect(searchDense({ chunks, vectors, k: 1 }, [1, 0])).toHaveLength(1);
});
