import type { Finding } from "./finding.ts";

/** One finding in words: number, count, and what moved. Points are percentage points. */
export function writeSentence(finding: Omit<Finding, "sentence">): string {
  const { metric, slice, change } = finding;
  const name = slice === null ? metric : `${metric} (${slice})`;
  if (change === null) return `${name}: no case has a score in both runs, so nothing can be said.`;
  const unpaired = [
    ...(finding.lost > 0 ? [`${countOf(finding.lost)} that had a score ${haveOf(finding.lost)} none now`] : []),
    ...(finding.gained > 0 ? [`${countOf(finding.gained)} that had no score ${haveOf(finding.gained)} one now`] : []),
  ].join(", and ");
  const doubt =
    finding.verdict === "inconclusive" ? "; at the worst that these could be the gate fails, so this is no pass" : "";
  const moved = `${movement(name, change, finding)}${labelling(finding)}`;
  return unpaired === "" ? moved : `${moved} Beside these ${unpaired}${doubt}.`;
}

/** What judging the chunks that came in could change. */
function labelling({ unlabelled }: Omit<Finding, "sentence">): string {
  if (unlabelled === null) return "";
  const { couldExplain, toLabel, change } = unlabelled;
  if (!couldExplain)
    return ` Unlabelled chunks alone cannot explain it: were all of them relevant, it would still be down by ${points(-change)} points.`;
  const chunks = toLabel.length === 1 ? "1 chunk" : `${toLabel.length} chunks`;
  return ` This drop could be only unlabelled chunks: were ${chunks} relevant that nobody has judged, it would be within the margin. Label them to know.`;
}

function haveOf(cases: number): string {
  return cases === 1 ? "has" : "have";
}

function movement(
  name: string,
  change: number,
  { margin, pairs, better, worse, verdict }: Omit<Finding, "sentence">,
): string {
  const counts = `${countOf(worse)} got worse, ${better} better, of ${pairs}`;
  if (better === 0 && worse === 0)
    return `${name}: identical on ${pairs === 1 ? "the one case" : `all ${pairs} cases`}.`;
  const moved = `${name} ${change < 0 ? "fell" : "rose"} by ${points(Math.abs(change))} points (${counts})`;
  if (verdict === "fail" && margin !== null) return `${moved}; a drop of up to ${points(margin)} points is allowed.`;
  if (verdict === "pass" && margin !== null && change < 0) return `${moved}, within the ${points(margin)} allowed.`;
  return `${moved}.`;
}

function countOf(cases: number): string {
  return cases === 1 ? "1 case" : `${cases} cases`;
}

/** Percentage points of a share, with as many digits as show that it is not 0. */
function points(share: number): string {
  const value = share * 100;
  const fixed = value.toFixed(1);
  return fixed === "0.0" && value > 0 ? value.toPrecision(1) : fixed.replace(/\.0$/, "");
}
