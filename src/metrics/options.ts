/** How a list is held against the gold; it is part of a metric's name, since it changes the number. */
export interface RelevanceOptions {
  /**
   * `slots`, the default: k counts chunks, which is what the generator gets. `documents`:
   * the list is first reduced to documents, each at the place of its first chunk, and k
   * counts documents, as results at document level are published.
   */
  readonly view?: "slots" | "documents";
  /** The share of a span that a chunk has to cover to be relevant, above 0 to 1; a half when not given. */
  readonly cover?: number;
  /** `coverage`: a chunk gains the share of the span that it is the first to hold, times the span's grade. */
  readonly grade?: "coverage";
}

/** What stands in the brackets of a metric's name: `rbp(0.8)`, `recall(cover=0.8,view=documents)`. */
export interface Bracket {
  readonly options: RelevanceOptions;
  /** The persistence, as written: what stands there without a key, or as `p=`. */
  readonly persistence?: string;
}

/** The options of a metric that has none in its name: one object, so that it is known by identity. */
export const usualOptions: RelevanceOptions = Object.freeze({});

/**
 * Reads what stands in the brackets; what equals the default is left out, so that equal
 * numbers have equal ids.
 *
 * @returns the problem in words, where it is none of what may stand there.
 */
export function parseBracket(inside: string | undefined): Bracket | string {
  let options = usualOptions;
  let persistence: string | undefined;
  for (const part of partsOf(inside)) {
    const [, key = "p", value = ""] = /^(?:([a-z]+)=)?(.*)$/.exec(part) ?? [];
    const option = Object.hasOwn(readers, key) ? readers[key]?.(value) : undefined;
    if (key === "p") persistence = value;
    else if (option === undefined) return `\`${part}\` is none of ${whatMayStand}`;
    else if (Object.keys(option).length > 0) options = { ...options, ...option };
  }
  return persistence === undefined ? { options } : { options, persistence };
}

function partsOf(inside: string | undefined): readonly string[] {
  return inside === undefined ? [] : inside.replace(/\s/g, "").split(",");
}

const whatMayStand = "`view=documents`, `cover=` with a share above 0 and up to 1, `grade=coverage`";

/** By key: the option that a value means, nothing where it is the default, or undefined where it means none. */
const readers: Readonly<Record<string, (value: string) => RelevanceOptions | undefined>> = {
  view: (value) => (value === "slots" ? {} : value === "documents" ? { view: value } : undefined),
  cover: (value) => {
    if (!isCover(value)) return undefined;
    return Number(value) === defaultCover ? {} : { cover: Number(value) };
  },
  grade: (value) => (value === "coverage" ? { grade: value } : undefined),
};

/**
 * The share of a span that a chunk has to cover to count as relevant when nothing else is
 * said: half, so that of two chunks that a border cut a span between, at least one counts.
 */
export const defaultCover = 0.5;

function isCover(value: string): boolean {
  return /^(?:0?\.\d{1,9}|1(?:\.0+)?)$/.test(value) && Number(value) > 0;
}

/** The canonical text of the brackets, with them; nothing when there is nothing to say. */
export function formatBracket({ cover, grade, view }: RelevanceOptions, persistence?: number): string {
  const parts = Object.entries({ cover, grade, view }).filter(([, value]) => value !== undefined);
  const all = [...(persistence === undefined ? [] : [String(persistence)]), ...parts.map((part) => part.join("="))];
  return all.length === 0 ? "" : `(${all.join(",")})`;
}

/** What the options do to the number, a sentence each, for people who do not program. */
export function describeOptions({ cover, grade, view }: RelevanceOptions): readonly string[] {
  return [
    ...(cover === undefined ? [] : [`A result counts when it holds at least ${cover * 100} % of a passage.`]),
    ...(grade === undefined ? [] : ["Part of a passage counts in part."]),
    ...(view === undefined ? [] : ["Results of one document count as one."]),
  ];
}
