import { expect, test } from "vitest";
import { resultOf } from "../report/report.fixture.ts";
import { fabricatedQuotationsOf } from "./fabricated-quotations.ts";
import type { JudgedClaim, Judgement } from "./result.ts";

const claim = (quote: string | null, isFabricated = false): JudgedClaim => ({
  text: "c",
  verdict: isFabricated || quote === null ? "not_found" : "supported",
  quote,
  chunk: 0,
  isFabricated,
});
const judgement = (claims: Pick<Judgement, "claims" | "points">): Judgement => ({
  messages: [],
  contextOrder: [0],
  raw: "",
  notes: [],
  ...claims,
});

test("the rate is over all quotations of all calls; a claim without one is none", () => {
  const results = [
    resultOf({
      caseId: "a",
      judgement: judgement({ claims: [claim("x"), claim("made up", true), claim(null)] }),
      furtherJudgements: [judgement({ points: [claim("y")] })],
    }),
    resultOf({ caseId: "b", judgement: judgement({ claims: [claim("z")] }) }),
  ];
  expect(fabricatedQuotationsOf(results)).toEqual({ fabricatedQuotations: { count: 1, of: 4, rate: 0.25 } });
});

test("there is none where no judge had to quote, and no share where none did", () => {
  expect(fabricatedQuotationsOf([resultOf({ caseId: "a", judgement: judgement({}) })])).toEqual({});
  expect(fabricatedQuotationsOf([resultOf({ caseId: "a", judgement: judgement({ claims: [claim(null)] }) })])).toEqual({
    fabricatedQuotations: { count: 0, of: 0, rate: null },
  });
});
