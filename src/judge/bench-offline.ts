import { auroc, spearman } from "../stats/index.ts";
import { isRefusal } from "../text/index.ts";
import { containment, harmonic, pairContainment, rougeL, tokenF1 } from "./bench-overlap.ts";
import { coverageParts, weighed } from "./offline-completeness.ts";
import { levelOf } from "./offline-coverage.ts";
import { evidenceFor, probabilityOfSupport } from "./offline-faithfulness.ts";
import { type FaithfulnessFeatures, faithfulnessFeatures } from "./offline-features.ts";
import { probabilityOf } from "./offline-model.ts";
import { faithfulnessModel } from "./offline-weights.ts";

/** Which half of a set, split by its documents: `looked at` is one that helped to choose the features and fitted no weight. */
export type BenchHalf = "training" | "held out" | "looked at" | "never fitted";

/** One answer whose faithfulness is known. */
export interface LabelledAnswer {
  readonly half: BenchHalf;
  readonly contexts: readonly string[];
  readonly answer: string;
  /** 1: the contexts support it. */
  readonly label: 0 | 1;
  /** What was changed, or `kept`. */
  readonly kind?: string;
}

/** One answer of which only what was measured is kept, since its text may not be passed on. */
export interface MeasuredAnswer {
  readonly half: BenchHalf;
  readonly label: 0 | 1;
  readonly features: FaithfulnessFeatures;
  /** Other measures and recorded detectors; null where one gave nothing. */
  readonly beside: Readonly<Record<string, number | null>>;
}

/** Two answers to one question with people's preference: below 0 for the first, above for the second. */
export interface LabelledPair {
  readonly half: BenchHalf;
  readonly reference: string;
  readonly answers: readonly [string, string];
  readonly human: Readonly<Record<"correctness" | "completeness" | "overall", readonly number[]>>;
}

/** Replies of models that were told to say `Yes, answer is present` or `I don't know`. */
export interface ModelReplies {
  readonly language: "en" | "zh";
  readonly answers: readonly string[];
}

/** A line of the table. */
export interface BenchRow {
  readonly set: string;
  readonly half: BenchHalf | "rules, not fitted";
  readonly n: number;
  readonly measure: string;
  /** Null where the set has nothing to tell apart. */
  readonly value: number | null;
  /** What it has to reach, or be above; null where none is set. */
  readonly target: number | null;
  readonly beside: Readonly<Record<string, number | null>>;
}

/** What an answer is kept as where its text may not be. */
export function measureAnswer(
  answer: string,
  contexts: readonly string[],
): Pick<MeasuredAnswer, "features" | "beside"> {
  return {
    features: faithfulnessFeatures(evidenceFor(answer, contexts)),
    beside: {
      containment: containment(answer, contexts),
      "pairs contained": pairContainment(answer, contexts),
    },
  };
}

/** How well support is told from its lack in a set, half by half, and in the held-out half by kind of change. */
export function benchFaithfulness(
  set: string,
  { answers, target }: { readonly answers: readonly LabelledAnswer[]; readonly target: number | null },
): readonly BenchRow[] {
  const measured = answers.map((one) => ({
    half: one.half,
    label: one.label,
    kind: one.kind ?? "",
    probability: probabilityOfSupport(evidenceFor(one.answer, one.contexts)),
    beside: measureAnswer(one.answer, one.contexts).beside,
  }));
  const kinds = [...new Set(measured.map(({ kind }) => kind))].filter((kind) => kind !== "" && kind !== "kept").sort();
  const held = measured.filter(({ half }) => half === "held out");
  return [
    ...halvesOf(set, { measured, target }),
    ...kinds.flatMap((kind) =>
      halvesOf(`${set}: ${kind}`, {
        measured: held.filter((one) => one.kind === kind || one.label === 1),
        target: null,
      }),
    ),
  ];
}

/** The same for a set of which only numbers are kept. */
export function benchMeasured(
  set: string,
  { answers, target }: { readonly answers: readonly MeasuredAnswer[]; readonly target: number | null },
): readonly BenchRow[] {
  const measured = answers.map((one) => ({ ...one, probability: probabilityOf(faithfulnessModel, one.features) }));
  return halvesOf(set, { measured, target });
}

interface Measured extends Pick<MeasuredAnswer, "half" | "label" | "beside"> {
  readonly probability: number;
}

function halvesOf(
  set: string,
  { measured, target }: { readonly measured: readonly Measured[]; readonly target: number | null },
): readonly BenchRow[] {
  return [...new Set(measured.map(({ half }) => half))]
    .sort()
    .reverse()
    .map((half) => {
      const rows = measured.filter((one) => one.half === half);
      const of = (score: (one: Measured) => number | null): number | null =>
        auroc(
          rows.flatMap((one) => {
            const value = score(one);
            return value === null ? [] : [{ score: value, isTrue: one.label === 1 }];
          }),
        );
      const names = Object.keys(rows[0]?.beside ?? {});
      return {
        set,
        half,
        n: rows.length,
        measure: "AUROC",
        value: of(({ probability }) => probability),
        target,
        beside: {
          "as levels": of(({ probability }) => levelOf(probability)),
          ...Object.fromEntries(names.map((name) => [name, of(({ beside }) => beside[name] ?? null)])),
        },
      };
    });
}

/**
 * Spearman's rho of the difference of two answers with people's mean preference. Completeness is held against
 * completeness and overall; correctness, which no dimension measures, against the harmonic mean
 * of coverage both ways. The target is to be above ROUGE-L and token F1.
 */
export function benchPairs(set: string, pairs: readonly LabelledPair[]): readonly BenchRow[] {
  const measured = pairs.map(({ reference, answers, ...rest }) => ({
    ...rest,
    scores: answers.map((answer) => {
      const recall = weighed(coverageParts(reference, answer));
      return {
        completeness: recall,
        "coverage both ways": harmonic(recall, weighed(coverageParts(answer, reference))),
        "ROUGE-L": rougeL(answer, reference),
        "token F1": tokenF1(answer, reference),
      };
    }),
  }));
  return (["training", "held out"] as const).flatMap((half) =>
    (["correctness", "completeness", "overall"] as const).map((dimension) => {
      const rows = measured.filter((one) => one.half === half);
      const preferences = rows.map(({ human }) => meanOf(human[dimension]));
      const rho = (name: string): number | null =>
        spearman(
          rows.map(({ scores: [a, b] }) => shareIn(b, name) - shareIn(a, name)),
          preferences,
        ).coefficient;
      const own = dimension === "correctness" ? "coverage both ways" : "completeness";
      const beside = { "ROUGE-L": rho("ROUGE-L"), "token F1": rho("token F1") };
      return {
        set: `${set}: ${dimension}`,
        half,
        n: rows.length,
        measure: `rho of ${own}`,
        value: rho(own),
        target: Math.max(beside["ROUGE-L"] ?? -1, beside["token F1"] ?? -1),
        beside: dimension === "correctness" ? { completeness: rho("completeness"), ...beside } : beside,
      };
    }),
  );
}

function shareIn(scores: Readonly<Record<string, number>> | undefined, name: string): number {
  return scores?.[name] ?? 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * How often a reply that holds exactly one of the two sentences it was told to say is read as that one. Replies
 * with both or neither are left out, as the authors of NoMIRACL do.
 */
export function benchRefusals(
  set: string,
  { replies, target }: { readonly replies: readonly ModelReplies[]; readonly target: number },
): readonly BenchRow[] {
  return (["en", "zh"] as const).map((language) => {
    const told = replies
      .filter((one) => one.language === language)
      .flatMap(({ answers }) => answers)
      .map((answer) => ({
        answer,
        refuses: /i don't know/i.test(answer),
        answers: /yes, answer is present/i.test(answer),
      }))
      .filter((one) => one.refuses !== one.answers);
    const right = told.filter(({ answer, refuses }) => isRefusal(answer) === refuses).length;
    const refused = told.filter(({ refuses }) => refuses).length;
    return {
      set: `${set}: ${language}`,
      half: "rules, not fitted",
      n: told.length,
      measure: "accuracy",
      value: told.length === 0 ? null : right / told.length,
      target,
      beside: { "always an answer": told.length === 0 ? null : 1 - refused / told.length },
    };
  });
}
