import { findQuote } from "../text/index.ts";
import type { JudgedClaim, SaidClaim } from "./claims.ts";

/** What stands around a quotation and is no part of it: judges end theirs with a full stop that the text does not have. */
const around = /^[\s"'“‘「『《（([…]+|[\s"'”’」』》）)\].,;:!?。，；：！？、…]+$/gu;

/**
 * Claims with their quotations looked up: one that says supported or contradicted and whose
 * quotation does not stand in the very text that it names counts as `not_found`.
 *
 * Quotations are compared as `normalizeText` does it, without the punctuation around them.
 *
 * @param textAt the text that a claim quotes from, and its index in `contexts` where it is one.
 */
export function checkClaims(
  said: readonly SaidClaim[],
  textAt: (claim: SaidClaim) => { readonly text: string; readonly chunk: number | null } | undefined,
): readonly JudgedClaim[] {
  return said.map((claim): JudgedClaim => {
    const { text, verdict, quote } = claim;
    if (verdict === "not_found") return { text, verdict, quote: null, chunk: null, isFabricated: false };
    const source = textAt(claim);
    const stands = quote !== null && source !== undefined && standsIn(source.text, quote);
    return {
      text,
      verdict: stands ? verdict : "not_found",
      quote,
      chunk: source?.chunk ?? null,
      isFabricated: quote !== null && !stands,
    };
  });
}

function standsIn(text: string, quote: string): boolean {
  const bare = quote.replace(around, "");
  return bare !== "" && [quote, bare].some((one) => findQuote(text, one) !== undefined);
}
