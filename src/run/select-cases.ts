import type { Selection } from "../config/index.ts";
import { type Case, InputError, labelsOf, sliceKeys, suggestName } from "../core/index.ts";

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
export function selectCases(all: readonly Case[], { metadata, pattern, firstN, only }: Selection): Selected {
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
  return { cases: firstN === null ? matching : matching.slice(0, firstN), filters };
}
