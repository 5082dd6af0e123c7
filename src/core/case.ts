import type { Problem } from "./input-error.ts";

/** The languages that prompts, judge and text tools know. */
export type Language = "en" | "zh";

/**
 * A piece of a document that holds what the question asks for. A dataset file gives
 * the quotation or the offsets; where there is a corpus, both are known here.
 */
export interface Span {
  readonly doc: string;
  readonly quote: string;
  /** Offsets in the document's text in UTF-16 code units, `end` exclusive; both or neither. */
  readonly start?: number;
  readonly end?: number;
  /** How relevant it is; 1 when not given, 0 only where it is judged not relevant. */
  readonly grade?: number;
}

/** One relevant thing that any of several ids satisfies; ids are of chunks or of documents. */
export interface GoldGroup {
  readonly any: readonly string[];
  readonly grade: number;
}

/**
 * What retrieval should find. The four forms of a dataset file (ids, graded ids,
 * any-of groups, evidence spans) become these two: a plain id is a group of one
 * with grade 1. No group and no span: the case has no gold.
 */
export type Gold =
  | {
      readonly kind: "groups";
      readonly groups: readonly GoldGroup[];
      /** Ids that were judged and are not relevant (grade 0): no gold, but some metrics look at them. */
      readonly judged?: readonly string[];
    }
  | {
      readonly kind: "spans";
      readonly spans: readonly Span[];
      /** Passages that were judged and are not relevant (grade 0). */
      readonly judged?: readonly Span[];
    };

/** A piece of gold that does not stand in today's corpus, and why. */
export interface StaleGold extends Problem {
  /** The id or the span, as written. */
  readonly gold: string | Span;
}

/** One turn of the conversation before the query, oldest first. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** One labelled query. */
export interface Case {
  /** Unique in its dataset; runs are compared by it. */
  readonly id: string;
  readonly query: string;
  readonly history: readonly Turn[];
  readonly gold: Gold;
  /** The gold as it was before reviews added to it; only where they did. */
  readonly unreviewedGold?: Gold;
  /**
   * What of the gold does not stand in the corpus; absent when all of it does. Such a case is
   * quarantined: its retrieval is not scored, since recall over the rest would be another number.
   */
  readonly stale?: readonly StaleGold[];
  /** The answers that experts wrote, the preferred one first; empty: no reference. */
  readonly references: readonly string[];
  /** False: the corpus does not answer it, and the right answer is to refuse. */
  readonly answerable: boolean;
  readonly language: Language;
  /** Plain labels. */
  readonly tags: readonly string[];
  /** Labels with a key, such as `kind: "who"`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Where it was written, `file:line`, for messages. */
  readonly at: string;
}

/** Whether there is anything for retrieval to find. */
export function hasGold(gold: Gold): boolean {
  return gold.kind === "groups" ? gold.groups.length > 0 : gold.spans.length > 0;
}

/**
 * The values of a case under a slice key, in the order written: `language`,
 * `answerable` (`yes`, `no`), `tag` (each plain tag), or a key of its metadata.
 */
export function labelsOf(evalCase: Case, key: string): readonly string[] {
  if (key === "language") return [evalCase.language];
  if (key === "answerable") return [evalCase.answerable ? "yes" : "no"];
  if (key === "tag") return evalCase.tags;
  const value = evalCase.metadata[key];
  return value === undefined ? [] : [value];
}

/** Every slice key that some case has a value for. */
export function sliceKeys(cases: readonly Case[]): readonly string[] {
  const keys = new Set<string>(["language", "answerable"]);
  for (const evalCase of cases) {
    if (evalCase.tags.length > 0) keys.add("tag");
    for (const key of Object.keys(evalCase.metadata)) keys.add(key);
  }
  return [...keys];
}
