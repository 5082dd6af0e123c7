import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  collectProblems,
  formatProblem,
  hashJson,
  InputError,
  labelsOf,
  nearestName,
  type Problem,
  scored,
  sha256,
  showControls,
  sliceKeys,
  suggestName,
} from "./index.ts";

describe("scores", () => {
  test("NaN and infinity are bugs, not scores", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -Number.POSITIVE_INFINITY])
      expect(() => scored(value)).toThrow(RangeError);
  });
});

describe("names", () => {
  test("the nearest one is proposed, and none that is far", () => {
    expect(nearestName("recal", ["recall", "precision"])).toBe("recall");
    expect(nearestName("RECALL", ["recall"])).toBe("recall");
    expect(nearestName("xyz", ["recall", "precision"])).toBeUndefined();
    expect(suggestName("xyz", ["recall", "mrr"])).toBe("choose one of `recall`, `mrr`");
    expect(suggestName("xyz", [])).toBe("there is none");
  });
});

describe("hashes", () => {
  test("SHA-256 of the empty text and of abc, as FIPS 180-2 has them", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
  test("the order of keys does not matter, that of lists does", () => {
    expect(hashJson({ a: 1, b: { c: 2, d: 3 } })).toBe(hashJson({ b: { d: 3, c: 2 }, a: 1 }));
    expect(hashJson([1, 2])).not.toBe(hashJson([2, 1]));
  });
});

describe("problems", () => {
  const problem: Problem = { code: "a-b", what: "it is wrong", at: "f.yaml:3", why: "because", fix: "mend it" };

  test("what, where, why and what to do, a line each", () => {
    expect(formatProblem(problem)).toBe("error[a-b]: it is wrong\n  at:  f.yaml:3\n  why: because\n  fix: mend it");
  });

  test("steps are checked one after the other, and our own bugs pass through", async () => {
    const problems: Problem[] = [];
    expect(await collectProblems(problems, async () => 5)).toBe(5);
    expect(await collectProblems(problems, () => Promise.reject(new InputError(problem)))).toBeUndefined();
    expect(problems).toEqual([problem]);
    await expect(collectProblems(problems, () => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  });
});

describe("text from files on a terminal", () => {
  test("escape sequences and line breaks are written out", () => {
    expect(showControls("zz\u001b[31m\n::error::y")).toBe("zz\\u001b[31m\\u000a::error::y");
    expect(showControls("a\nb\u0007", { keepsLines: true })).toBe("a\nb\\u0007");
  });
  test("no control character is left, and other text is untouched", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(showControls(text)).not.toMatch(/\p{Cc}/u);
        if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) expect(showControls(text)).toBe(text);
      }),
    );
  });
});

test("slices of a case: its language, whether it is answerable, its tags and its metadata", () => {
  const evalCase = {
    id: "q",
    query: "?",
    history: [],
    gold: { kind: "groups", groups: [] },
    references: [],
    answerable: false,
    language: "zh",
    tags: ["hard", "new"],
    metadata: { kind: "who" },
    at: "f:1",
  } as const;
  expect(sliceKeys([evalCase])).toEqual(["language", "answerable", "tag", "kind"]);
  expect(["language", "answerable", "tag", "kind", "none"].map((key) => labelsOf(evalCase, key))).toEqual([
    ["zh"],
    ["no"],
    ["hard", "new"],
    ["who"],
    [],
  ]);
});
