import { namesOf, normalizeText, numbersOf } from "../text/index.ts";
import { type Alignment, align, type Gap } from "./offline-align.ts";
import { shareOf } from "./offline-coverage.ts";
import { areOpposed, negationsIn } from "./offline-opposites.ts";
import { rareShareOf, rarityOf } from "./offline-rarity.ts";
import type { Sources } from "./offline-sources.ts";
import { isNumber, type Statement } from "./offline-units.ts";

/** What one sentence of an answer shows when it is held against the contexts. Shares are 0 to 1. */
export interface Evidence {
  readonly text: string;
  /** What it weighs in its answer: the rarity of its content terms, at least 0.2. */
  readonly weight: number;
  readonly hasContent: boolean;
  /** Of its units, those that stand in the contexts. */
  readonly known: number;
  /** Of its content terms, by rarity, those of the one sentence that has most of them. */
  readonly local: number;
  /** Of its units, those that the nearest sentence has in the same order. */
  readonly aligned: number;
  readonly newNumbers: readonly string[];
  readonly newNames: readonly string[];
  readonly newTerms: readonly string[];
  /** Where it has something else in the place of something in the nearest sentence. */
  readonly replaced: readonly Gap[];
  readonly replacedNumbers: readonly Gap[];
  readonly isOpposed: boolean;
  readonly isNegated: boolean;
  /** It speaks of who speaks or listens, and no context does. */
  readonly isPersonal: boolean;
  readonly isQuestion: boolean;
}

const personal = new Set("i i'm i've i'd i'll me my mine we our us you your 我 你 咱 您".split(" "));
/** Sentences of the contexts that come this near to the best one are laid beside the answer too, and how many at most. */
const nearBest = 0.15;
const candidates = 3;
/** A longer stretch is another sentence rather than another word. */
const longestReplacement = 8;

/** Holds a sentence of an answer against the contexts. One that is copied letter for letter has nothing against it. */
export function evidenceOf(statement: Statement, sources: Sources): Evidence {
  const { text, units, stems } = statement;
  const weight = Math.max(
    0.2,
    stems.reduce((sum, stem) => sum + rarityOf(stem), 0),
  );
  const base = { text, weight, hasContent: stems.length > 0 };
  if (isCopied(text, sources)) return { ...base, ...copied };
  const ranked = sources.statements
    .map(({ known, units: other }) => ({ share: rareShareOf(stems, known), other }))
    .sort((a, b) => b.share - a.share);
  const local = ranked[0]?.share ?? 0;
  const nearest = nearestOf(
    units,
    ranked.filter(({ share }) => share >= local - nearBest).map(({ other }) => other),
  );
  const newNumbers = numbersOf(text).filter((number) => !sources.numbers.has(number));
  const newNames = namesOf(text).filter((name) => !name.split("-").every((part) => sources.words.has(part)));
  return {
    ...base,
    known: shareOf(units, sources.units),
    local,
    aligned: units.length === 0 ? 1 : nearest.matched / units.length,
    newNumbers,
    newNames,
    newTerms: [...new Set(stems.filter((stem) => !sources.stems.has(stem)))],
    ...differences(nearest),
    isPersonal: units.some((unit) => personal.has(unit) && !sources.units.has(unit)),
    isQuestion: /[?？]\s*$/.test(text),
  };
}

const copied = {
  known: 1,
  local: 1,
  aligned: 1,
  newNumbers: [],
  newNames: [],
  newTerms: [],
  replaced: [],
  replacedNumbers: [],
  isOpposed: false,
  isNegated: false,
  isPersonal: false,
  isQuestion: false,
} as const;

/** Whether it stands in a context, letter for letter but for width, case and the stop at its end. */
function isCopied(text: string, { texts }: Sources): boolean {
  const sought = normalizeText(text).replace(/[.!?;]+$/, "");
  const isLatin = /^[\p{Script=Latin}\p{N}]/u.test(sought) && /[\p{Script=Latin}\p{N}]$/u.test(sought);
  return (
    sought !== "" &&
    texts.some((whole) => {
      const start = whole.indexOf(sought);
      if (start === -1 || !isLatin) return start !== -1;
      const around = `${whole[start - 1] ?? " "}${whole[start + sought.length] ?? " "}`;
      return !/[\p{Script=Latin}\p{N}]/u.test(around);
    })
  );
}

function nearestOf(units: readonly string[], others: readonly (readonly string[])[]): Alignment {
  const [nearest] = others
    .slice(0, candidates)
    .map((other) => align(units, other))
    .sort((a, b) => b.matched - a.matched || gapSize(a) - gapSize(b));
  return nearest ?? { matched: 0, gaps: [] };
}

function differences({ gaps }: Alignment): Pick<Evidence, "replaced" | "replacedNumbers" | "isOpposed" | "isNegated"> {
  const replaced = gaps.filter(
    ({ said, source }) =>
      Math.min(said.length, source.length) > 0 && Math.max(said.length, source.length) <= longestReplacement,
  );
  return {
    replaced,
    replacedNumbers: replaced.filter(({ said, source }) => said.some(isNumber) && source.some(isNumber)),
    isOpposed: gaps.some(({ said, source }) => areOpposed(said, source)),
    isNegated: gaps.some(
      ({ said, source }) =>
        said.length + source.length <= longestReplacement && negationsIn(said) !== negationsIn(source),
    ),
  };
}

function gapSize({ gaps }: Alignment): number {
  return gaps.reduce((sum, { said, source }) => sum + said.length + source.length, 0);
}
