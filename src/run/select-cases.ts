import type { Selection } from "../config/index.ts";
import { type Case, formatShard, InputError, labelsOf, sha256, sliceKeys, suggestName } from "../core/index.ts";

/** The cases that run, and the filters in words. */
export interface Selected {
  readonly cases: readonly Case[];
  readonly filters: readonly string[];
}

/**
 * The cases that every filter lets through, in dataset order.
 *
 * @throws InputError when none is left: a run over nothing must not look like a pass.
 */
export function selectCases(all: readonly Case[], { metadata, pattern, firstN, only, shard }: Selection): Selected {
  const keys = sliceKeys(all);
  for (const { key } of metadata) {
    if (!keys.includes(key)) {
      throw new InputError({
        code: "filter-unknown-key",
        what: `no case has the metadata key \`${key}\``,
        at: "flag --filter-metadata",
        fix: suggestName(key, keys),
      });
    }
  }
  const matching = all.filter(
    (evalCase) =>
      (only === undefined || only.ids.has(evalCase.id)) &&
      metadata.every(({ key, value }) => labelsOf(evalCase, key).includes(value)) &&
      (pattern === null || pattern.test(evalCase.id) || pattern.test(evalCase.query)),
  );
  const filters = [
    ...(only === undefined ? [] : [only.why]),
    ...metadata.map(({ key, value }) => `${key}=${value}`),
    ...(pattern === null ? [] : [`pattern ${pattern.source}`]),
    ...(firstN === null ? [] : [`first ${firstN}`]),
  ];
  if (matching.length === 0) {
    throw new InputError({
      code: "filter-no-cases",
      what: `filter \`${filters.join(", ")}\` matches 0 of ${all.length} cases`,
      fix: "loosen or drop the filter",
    });
  }
  const whole = firstN === null ? matching : matching.slice(0, firstN);
  if (shard === null) return { cases: whole, filters };
  // A part may be empty: that is for whoever merges the parts to see.
  const cases = whole.filter(({ id }) => shardOf(id, shard.of) === shard.index);
  return { cases, filters: [...filters, formatShard(shard)] };
}

/** The part that a case belongs to, from 1 to `of`: by its id alone, so that it stays when cases are added. */
function shardOf(id: string, of: number): number {
  return (Number.parseInt(sha256(id).slice(0, 12), 16) % of) + 1;
}
