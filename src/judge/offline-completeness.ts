import { absent, type Language, type Score, scored } from "../core/index.ts";
import { isRefusal, numbersOf } from "../text/index.ts";
import { align } from "./offline-align.ts";
import { allTermsOf, levelOf } from "./offline-coverage.ts";
import { withoutMarks } from "./offline-marks.ts";
import { rareShareOf, rarityOf } from "./offline-rarity.ts";
import { foldText, type Statement, statementsOf, unitsOf } from "./offline-units.ts";
import { coverageWeights } from "./offline-weights.ts";

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
 * How much of the reference an answer covers: the share of its content terms by rarity, and
 * sentence by sentence the longest run of its words that one sentence of the answer has in the same
 * order, by fitted weights; the best of several references. Out: 0 to 5. Absent without a reference.
 *
 * Source: recall of terms and ROUGE-L recall (Lin 2004, aclanthology.org/W04-1013); their weights by `bench/judge/fit.ts`.
 */
export function completeness(answer: string, references: readonly string[], language: Language): Score {
  const written = references.filter((reference) => allTermsOf(withoutMarks(reference, citable)).length > 0);
  if (written.length === 0) return absent("no reference");
  const say = words[language];
  if (answer.trim() === "") return scored(0, say.empty);
  if (isRefusal(answer)) return scored(0, say.refused);
  const said = sideOf(answer);
  const [best] = written
    .map((reference) => sideOf(reference))
    .map((reference) => ({ share: weighed(partsOf(reference, said)), lacking: lackingOf(reference, said) }))
    .toSorted((a, b) => b.share - a.share);
  const { share, lacking } = best ?? { share: 0, lacking: [] };
  const lacks = lacking.length === 0 ? "" : say.lacks(lacking.slice(0, 5).join(", "));
  return scored(levelOf(share), `${say.covered(Math.round(share * 100))}${lacks}`);
}

/** The two shares, 0 to 1, that coverage is made of. */
export interface CoverageParts {
  readonly terms: number;
  readonly aligned: number;
}

/** How much of the first text the second one covers, in parts. */
export function coverageParts(text: string, by: string): CoverageParts {
  return partsOf(sideOf(text), sideOf(by));
}

/** Coverage as one share, 0 to 1. */
export function weighed({ terms, aligned }: CoverageParts): number {
  return coverageWeights.terms * terms + coverageWeights.aligned * aligned;
}

interface Side {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

function sideOf(marked: string): Side {
  const text = withoutMarks(marked, citable);
  const statements = statementsOf(text);
  const stems = statements.flatMap((statement) => statement.stems);
  // `No` and `不是` have no content terms, and are an answer all the same.
  const terms = new Set(stems.length > 0 ? stems : unitsOf(foldText(text)));
  return { terms, numbers: new Set(numbersOf(text)), statements };
}

function partsOf(reference: Side, said: Side): CoverageParts {
  const known = new Set([...said.terms, ...said.statements.flatMap(({ units }) => units)]);
  const weights = reference.statements.map(({ stems }) => stems.reduce((sum, stem) => sum + rarityOf(stem), 0.2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const aligned = reference.statements.reduce(
    (sum, { units }, i) => sum + (weights[i] ?? 0) * bestRun(units, said.statements),
    0,
  );
  return { terms: rareShareOf([...reference.terms], known), aligned: total === 0 ? 0 : aligned / total };
}

function bestRun(units: readonly string[], statements: readonly Statement[]): number {
  if (units.length === 0) return 1;
  return Math.max(0, ...statements.map((statement) => align(units, statement.units).matched)) / units.length;
}

function lackingOf(reference: Side, said: Side): readonly string[] {
  const numbers = [...reference.numbers].filter((number) => !said.numbers.has(number));
  const terms = [...reference.terms].filter((term) => !said.terms.has(term));
  return [...new Set([...numbers, ...terms])];
}
