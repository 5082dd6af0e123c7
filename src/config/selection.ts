import type { Problem } from "../core/index.ts";
import { type Flags, numeric } from "./flags.ts";

/** Which cases of the dataset run. */
export interface Selection {
  /** `key=value` each; a case must match all. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
  /** On id and query. */
  readonly pattern: RegExp | null;
  readonly firstN: number | null;
  /** The `index`-th of `of` parts, from 1 on; null: all. */
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** Only these, by id, and why in words. */
  readonly only?: { readonly ids: ReadonlySet<string>; readonly why: string };
}

/** The filters of the command line; what is wrong with them goes to the problems. */
export function resolveSelection(flags: Flags, problems: Problem[]): Selection {
  const isFiltered =
    (flags.filterMetadata ?? []).length > 0 ||
    flags.filterPattern !== undefined ||
    flags.filterFirstN !== undefined ||
    flags.shard !== undefined;
  if (isFiltered && flags.updateBaseline === true) {
    problems.push({
      code: "flag-update-filtered",
      what: "a part of the cases never becomes the baseline",
      at: "flag --update-baseline",
      fix: "leave out the filters, or run without `--update-baseline`",
    });
  }
  const metadata = (flags.filterMetadata ?? []).flatMap((filter) => {
    const cut = filter.indexOf("=");
    if (cut > 0 && cut < filter.length - 1) return [{ key: filter.slice(0, cut), value: filter.slice(cut + 1) }];
    problems.push({
      code: "flag-filter-metadata",
      what: `\`${filter}\` is not of the form \`key=value\``,
      at: "flag --filter-metadata",
      fix: "write, for example, `--filter-metadata language=zh`",
    });
    return [];
  });
  return {
    metadata,
    pattern: patternOf(flags.filterPattern, problems),
    firstN: firstNOf(flags.filterFirstN, problems),
    shard: shardOf(flags.shard, problems),
  };
}

function patternOf(pattern: string | undefined, problems: Problem[]): RegExp | null {
  if (pattern === undefined) return null;
  try {
    return new RegExp(pattern, "u");
  } catch (error) {
    problems.push({
      code: "flag-filter-pattern",
      what: `\`${pattern}\` is not a regular expression: ${(error as Error).message}`,
      at: "flag --filter-pattern",
      fix: "mend the pattern",
    });
    return null;
  }
}

/** More parts than anybody has machines. */
const maxShards = 10_000;

function shardOf(written: string | undefined, problems: Problem[]): Selection["shard"] {
  if (written === undefined) return null;
  const [, index = 0, of = 0] = (/^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(written) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= maxShards) return { index, of };
  problems.push({
    code: "flag-shard",
    what: `\`${written}\` is not a part of a whole, such as \`3/16\``,
    at: "flag --shard",
    fix: `write \`i/n\` with i from 1 to n, and n up to ${maxShards}`,
  });
  return null;
}

function firstNOf(written: number | string | undefined, problems: Problem[]): number | null {
  const value = numeric(written);
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  problems.push({
    code: "flag-filter-first-n",
    what: `\`${value}\` is not a whole number, 1 or more`,
    at: "flag --filter-first-n",
    fix: "write, for example, `--filter-first-n 20`",
  });
  return null;
}
