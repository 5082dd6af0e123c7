import type { MetricDefinition } from "./metric.ts";
import { foundWithin, harmonicMean, hitsWithin, share } from "./within.ts";

/**
 * The share of the whole list that brings something relevant for the first time.
 *
 * set_precision = hits / n, n being the length of the list. Range 0 to 1. 0 when
 * nothing was retrieved.
 *
 * Source: trec_eval 9.0.8, `set_P`.
 */
export const setPrecision: MetricDefinition = {
  name: "set_precision",
  aliases: ["set_p", "setp"],
  parameter: "none",
  title: "Purity of the whole list",
  summary: "The share of all results that bring something relevant, however long the list is.",
  source: "trec_eval 9.0.8, set_P",
  score: (ranking) => share(hitsWithin(ranking, Number.POSITIVE_INFINITY), ranking.credits.length),
};

/**
 * The share of the relevant things that is anywhere in the list.
 *
 * set_recall = Σ credits_i / R. Range 0 to 1. 0 when R = 0.
 *
 * Source: trec_eval 9.0.8, `set_recall`.
 */
export const setRecall: MetricDefinition = {
  name: "set_recall",
  aliases: ["set_r", "setr"],
  parameter: "none",
  title: "Found in the whole list",
  summary: "The share of what should be found that stands anywhere in the list.",
  source: "trec_eval 9.0.8, set_recall",
  score: (ranking) => share(foundWithin(ranking, Number.POSITIVE_INFINITY), ranking.total),
};

/**
 * The harmonic mean of set_precision and set_recall.
 *
 * set_f1 = 2 · P · R / (P + R), 0 when both are 0. Range 0 to 1.
 *
 * Source: trec_eval 9.0.8, `set_F`.
 */
export const setF1: MetricDefinition = {
  name: "set_f1",
  aliases: ["set_f", "setf"],
  parameter: "none",
  title: "Purity and found of the whole list",
  summary: "High only when the list holds most of what should be found and little else.",
  source: "trec_eval 9.0.8, set_F",
  score: (ranking, none) => harmonicMean(setPrecision.score(ranking, none), setRecall.score(ranking, none)),
};
