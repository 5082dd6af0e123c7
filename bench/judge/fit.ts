import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { LabelledAnswer, LabelledPair } from "../../src/judge/index.ts";
import { coverageParts } from "../../src/judge/offline-completeness.ts";
import { evidenceFor } from "../../src/judge/offline-faithfulness.ts";
import { faithfulnessFeatures, faithfulnessSigns } from "../../src/judge/offline-features.ts";

/**
 * Fits the weights of the offline judge on the training halves, and on nothing else, and writes
 * `src/judge/offline-weights.ts`. No chance is in it: the same data give the same file.
 *
 * `npx tsx bench/judge/fit.ts`
 */
function main(): void {
  const model = fitFaithfulness();
  const coverage = fitCoverage();
  const lines = (values: Readonly<Record<string, number>>, indent: string): string =>
    Object.entries(values)
      .map(([name, value]) => `${indent}${name}: ${Number(value.toFixed(4))},`)
      .join("\n");
  writeFileSync(
    "src/judge/offline-weights.ts",
    `/** Written by \`bench/judge/fit.ts\` from the training halves of BEGIN, cmrc-edits and clapnq-edits; do not edit. */
export const faithfulnessModel = {
  bias: ${Number(model.bias.toFixed(4))},
  weights: {
${lines(model.weights, "    ")}
  },
} as const;

/** Written by \`bench/judge/fit.ts\` from the training half of the RAGChecker pairs; do not edit. */
export const coverageWeights = {
${lines(coverage, "  ")}
} as const;
`,
  );
}

/** What a set weighs in all. BEGIN is the one that people labelled, the others are made by a program. */
const setWeights = { begin: 1600, "cmrc-edits": 400, "clapnq-edits": 400 } as const;
/** Ridge on standardised features, chosen by five folds over documents within the training halves: 10, 30, 60 and 100 were tried. */
const ridge = 60;

function fitFaithfulness(): { readonly bias: number; readonly weights: Readonly<Record<string, number>> } {
  const names = Object.keys(faithfulnessSigns) as (keyof typeof faithfulnessSigns)[];
  const rows = Object.entries(setWeights).flatMap(([set, weight]) => {
    const training = read<LabelledAnswer>(set).filter(({ half }) => half === "training");
    return training.map(({ answer, contexts, label }) => {
      const features = faithfulnessFeatures(evidenceFor(answer, contexts));
      return { x: names.map((name) => features[name]), y: label, weight: weight / training.length };
    });
  });
  const means = names.map((_, j) => rows.reduce((sum, { x }) => sum + at(x, j), 0) / rows.length);
  const deviations = names.map((_, j) =>
    Math.sqrt(rows.reduce((sum, { x }) => sum + (at(x, j) - at(means, j)) ** 2, 0) / rows.length),
  );
  const standard = rows.map((row) => ({
    ...row,
    x: row.x.map((value, j) => (value - at(means, j)) / (at(deviations, j) || 1)),
  }));
  const signs = names.map((name) => faithfulnessSigns[name]);
  const { bias, weights } = fitLogistic(standard, signs);
  const raw = weights.map((weight, j) => weight / (at(deviations, j) || 1));
  return {
    bias: bias - raw.reduce((sum, weight, j) => sum + weight * at(means, j), 0),
    weights: Object.fromEntries(names.map((name, j) => [name, at(raw, j)])),
  };
}

interface Row {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight: number;
}

/** Projected gradient descent; a weight of the wrong sign is held at 0. The step is one over a bound of the curvature. */
function fitLogistic(rows: readonly Row[], signs: readonly number[]): { bias: number; weights: readonly number[] } {
  const curvature = rows.reduce(
    (sum, { x, weight }) => sum + (weight * (1 + x.reduce((s, v) => s + v * v, 0))) / 4,
    ridge,
  );
  let bias = 0;
  let weights: readonly number[] = signs.map(() => 0);
  for (let step = 0; step < 6000; step++) {
    const gradient = weights.map((weight) => ridge * weight);
    let ofBias = 0;
    for (const { x, y, weight } of rows) {
      const z = x.reduce((sum, value, j) => sum + value * at(weights, j), bias);
      const error = weight * (1 / (1 + Math.exp(-z)) - y);
      ofBias += error;
      for (let j = 0; j < x.length; j++) gradient[j] = at(gradient, j) + error * at(x, j);
    }
    bias -= ofBias / curvature;
    weights = weights.map((weight, j) => {
      const next = weight - at(gradient, j) / curvature;
      return next * at(signs, j) < 0 ? 0 : next;
    });
  }
  return { bias, weights };
}

/** Least squares of people's preference on the difference in parts, no part below 0; the two weights as shares of 1. */
function fitCoverage(): { readonly terms: number; readonly aligned: number } {
  const rows = read<LabelledPair>("ragchecker")
    .filter(({ half }) => half === "training")
    .map(({ reference, answers: [first, second], human }) => {
      const [a, b] = [coverageParts(reference, first), coverageParts(reference, second)];
      const marks = Object.values(human).flat();
      return {
        terms: b.terms - a.terms,
        aligned: b.aligned - a.aligned,
        y: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
      };
    });
  const total = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  const [aa, ab, bb] = [total((r) => r.terms ** 2), total((r) => r.terms * r.aligned), total((r) => r.aligned ** 2)];
  const [ay, by] = [total((r) => r.terms * r.y), total((r) => r.aligned * r.y)];
  const terms = Math.max(0, ay * bb - by * ab);
  const aligned = Math.max(0, by * aa - ay * ab);
  return { terms: terms / (terms + aligned), aligned: aligned / (terms + aligned) };
}

function at(values: readonly number[], i: number): number {
  return values[i] ?? 0;
}

function read<T>(set: string): readonly T[] {
  const text = gunzipSync(readFileSync(`bench/judge/data/${set}.jsonl.gz`)).toString("utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

main();
