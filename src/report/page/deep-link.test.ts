import { expect, test } from "vitest";
import { caseOfHash, hashOfCase } from "./deep-link.ts";

const ids = ["q-1", "报销 #2", "<b>x</b>", "half \ud83d", "__proto__", "100%"];

test("every id has an address that leads back to it", () => {
  for (const id of ids) expect(caseOfHash(hashOfCase(id), ids)).toBe(id);
});

test("an address is percent-encoded, as browsers show it", () => {
  expect(hashOfCase("a b/ü")).toBe("#case=a%20b%2F%C3%BC");
});

test("an address that names no case opens none", () => {
  expect(caseOfHash("#case=gone", ids)).toBeNull();
  expect(caseOfHash("#cases", ids)).toBeNull();
  expect(caseOfHash("", ids)).toBeNull();
});
