import { hit } from "./hit.ts";
import { map } from "./map.ts";
import type { MetricDefinition } from "./metric.ts";
import { mrr } from "./mrr.ts";
import { ndcg } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { recall } from "./recall.ts";

/** Every metric, in the order in which tables show them: this list is the registry. */
export const metricDefinitions: readonly MetricDefinition[] = [recall, precision, hit, mrr, ndcg, map];
