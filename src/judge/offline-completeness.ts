import { absent, type Language, type Score, scored } from "../core/index.ts";
import { isRefusal, numbersOf } from "../text/index.ts";
import { allTermsOf, levelOf, shareOf, termsOf } from "./offline-coverage.ts";
import { withoutMarks } from "./offline-marks.ts";

/** How much a number of the reference counts beside a word. */
const numberWeight = 2;
/** Up to this a number in brackets is one of a source: how many sources the expert had is not known. */
const citable = 99;

const words = {
  en: {
    empty: "the answer is empty",
    refused: "refuses",
    covered: (percent: number) => `covers ${percent} % of the reference`,
    lacks: (list: string) => `; lacks ${list}`,
  },
  zh: {
    empty: "回答为空",
    refused: "拒绝回答",
    covered: (percent: number) => `覆盖参考答案的 ${percent}%`,
    lacks: (list: string) => `；缺少 ${list}`,
  },
} as const;

/**
 * How much of the reference an answer covers: the share of its content terms and,
 * with twice the weight, of its numbers that stand in the answer; the best of several
 * references. Out: 0 to 5. Absent without a reference.
 */
export function completeness(answer: string, references: readonly string[], language: Language): Score {
  const written = references
    .map((reference) => withoutMarks(reference, citable))
    .filter((reference) => allTermsOf(reference).length > 0);
  if (written.length === 0) return absent("no reference");
  const say = words[language];
  if (answer.trim() === "") return scored(0, say.empty);
  if (isRefusal(answer)) return scored(0, say.refused);
  const said = withoutMarks(answer, citable);
  const terms = new Set(allTermsOf(said));
  const numbers = new Set(numbersOf(said));
  const [best] = written
    .map((reference) => coverage(reference, { terms, numbers }))
    .toSorted((a, b) => b.share - a.share);
  const { share, lacking } = best ?? { share: 0, lacking: [] };
  const lacks = lacking.length === 0 ? "" : say.lacks(lacking.slice(0, 5).join(", "));
  return scored(levelOf(share), `${say.covered(Math.round(share * 100))}${lacks}`);
}

function coverage(
  reference: string,
  said: { readonly terms: ReadonlySet<string>; readonly numbers: ReadonlySet<string> },
): { readonly share: number; readonly lacking: readonly string[] } {
  const content = termsOf(reference);
  // `No` and `不是` have no content terms, and are an answer all the same.
  const terms = [...new Set(content.length > 0 ? content : allTermsOf(reference))];
  const numbers = [...new Set(numbersOf(reference))];
  const weight = terms.length + numberWeight * numbers.length;
  const covered =
    shareOf(terms, said.terms) * terms.length + numberWeight * shareOf(numbers, said.numbers) * numbers.length;
  const lacking = [
    ...numbers.filter((number) => !said.numbers.has(number)),
    ...terms.filter((term) => !said.terms.has(term)),
  ];
  return { share: covered / weight, lacking: [...new Set(lacking)] };
}
