import type { AnsweredEvent, PlannedCase } from "./journal.ts";
import type { CaseScores } from "./result.ts";
import type { Rate, Summary } from "./summary.ts";

/** What a result says of refusing: whether the answer does, and whether that was wrong. */
export function refusalOf(
  { answerable }: Pick<PlannedCase, "answerable">,
  answered: Pick<AnsweredEvent, "refused"> | undefined,
): Pick<CaseScores, "refused" | "refusalFault"> {
  const refused = answered?.refused ?? null;
  if (refused === null || refused !== answerable) return { refused, refusalFault: null };
  return { refused, refusalFault: answerable ? "false_refusal" : "should_refuse" };
}

/** How often the system answers what its documents do not, and refuses what they do. */
export function refusalRates(results: readonly CaseScores[]): NonNullable<Summary["refusals"]> {
  const known = results.filter(({ refused }) => refused !== null);
  const rateOf = (fault: NonNullable<CaseScores["refusalFault"]>, answerable: boolean): Rate => {
    const among = known.filter((result) => result.answerable === answerable);
    const count = among.filter(({ refusalFault }) => refusalFault === fault).length;
    return { count, of: among.length, rate: among.length === 0 ? null : count / among.length };
  };
  return { shouldRefuse: rateOf("should_refuse", false), falseRefusal: rateOf("false_refusal", true) };
}
