import { expect, test } from "vitest";
import type { Document } from "../core/index.ts";
import { locateChunks } from "./locate.ts";

const documents = new Map<string, Document>([["d", { id: "d", title: "", text: "one two one 三", format: "text" }]]);

test("a chunk whose text stands once in its document gets its offsets", () => {
  expect(locateChunks([{ id: "c", docId: "d", text: "two one" }], documents)).toEqual([
    { id: "c", docId: "d", text: "two one", start: 4, end: 11 },
  ]);
});

test("what stands twice, nowhere, in no known document, or has offsets, stays as it is", () => {
  const chunks = [
    { id: "1", docId: "d", text: "one" },
    { id: "2", docId: "d", text: "four" },
    { id: "3", docId: "e", text: "two" },
    { id: "4", text: "two" },
    { id: "5", docId: "d", text: "two", start: 0, end: 3 },
    { id: "6", docId: "d" },
    { id: "7", docId: "d", text: "" },
  ];
  expect(locateChunks(chunks, documents)).toEqual(chunks);
});
