import { compareCodePoints } from "./code-points.ts";

/**
 * The mean over queries to the last bit of trec_eval: the plain sum in byte order of
 * the query ids, divided once. Absent without any query.
 *
 * @param values by query id. For `-c` they hold a 0 for each judged query that the run
 *   does not have.
 *
 * Source: trec_eval 9.0.8.
 */
export function meanByQuery(values: ReadonlyMap<string, number>): number | null {
  if (values.size === 0) return null;
  let sum = 0;
  for (const id of [...values.keys()].sort(compareCodePoints)) sum += values.get(id) ?? 0;
  return sum / values.size;
}
