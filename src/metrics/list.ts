import { bpref } from "./bpref.ts";
import { chunkPrecision } from "./chunk-precision.ts";
import { err } from "./err.ts";
import { f1 } from "./f1.ts";
import { hit } from "./hit.ts";
import { infap } from "./infap.ts";
import { iprec } from "./iprec.ts";
import { judged } from "./judged.ts";
import { map } from "./map.ts";
import type { MetricDefinition } from "./metric.ts";
import { mrr } from "./mrr.ts";
import { ndcg } from "./ndcg.ts";
import { ndcgExp } from "./ndcg-exp.ts";
import { precision } from "./precision.ts";
import { rbp } from "./rbp.ts";
import { recall } from "./recall.ts";
import { rprec } from "./rprec.ts";
import { setF1, setPrecision, setRecall } from "./set-measures.ts";
import { spanIou, spanPrecision, spanRecall } from "./span-measures.ts";

/** Every metric, in the order in which tables show them: this list is the registry. */
export const metricDefinitions: readonly MetricDefinition[] = [
  recall,
  precision,
  f1,
  hit,
  mrr,
  ndcg,
  ndcgExp,
  map,
  rprec,
  err,
  rbp,
  iprec,
  bpref,
  infap,
  judged,
  chunkPrecision,
  setPrecision,
  setRecall,
  setF1,
  spanRecall,
  spanPrecision,
  spanIou,
];
