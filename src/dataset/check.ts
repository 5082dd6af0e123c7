import { type Case, type Gold, hasGold, type StaleGold } from "../core/index.ts";
import type { Dataset } from "./dataset.ts";
import { nearestPassages, type Passage, type Wanted } from "./nearest-passage.ts";

/** How gold is written: ids, ids with grades, groups of alternatives, evidence. */
export type GoldForm = "ids" | "graded" | "alternatives" | "spans" | "none";

/** A piece of gold that does not stand in the corpus, with the passage that may be meant. */
export interface StaleEntry extends Omit<StaleGold, "gold"> {
  readonly caseId: string;
  /** Null when the corpus has nothing like it. */
  readonly nearest: Passage | null;
}

/** What a dataset holds, and what of its gold does not stand in its corpus. */
export interface DatasetCheck {
  readonly name: string;
  readonly cases: number;
  readonly documents: number;
  readonly gold: Readonly<Record<GoldForm, number>>;
  readonly unanswerable: number;
  /** Cases with gold that does not stand in the corpus. */
  readonly quarantined: number;
  /** In dataset order. */
  readonly stale: readonly StaleEntry[];
  readonly notes: readonly string[];
}

/** Counts a dataset, and proposes a passage for each piece of gold that does not stand in its corpus. */
export function checkDataset({ name, cases, documents, notes }: Dataset): DatasetCheck {
  const pieces = cases.flatMap((evalCase) => (evalCase.stale ?? []).map((piece) => ({ evalCase, piece })));
  const nearest = nearestPassages(
    documents,
    pieces.map(({ evalCase, piece }) => wantedFor(piece, evalCase)),
  );
  const gold = { ids: 0, graded: 0, alternatives: 0, spans: 0, none: 0 };
  for (const evalCase of cases) gold[formOf(evalCase.gold)] += 1;
  return {
    name,
    cases: cases.length,
    documents: documents.length,
    gold,
    unanswerable: cases.filter(({ answerable }) => !answerable).length,
    quarantined: cases.filter(({ stale }) => stale !== undefined).length,
    stale: pieces.map(({ evalCase, piece: { gold: _, ...problem } }, i) => ({
      caseId: evalCase.id,
      ...problem,
      nearest: nearest[i] ?? null,
    })),
    notes,
  };
}

/** What to look for: the quotation, and where there is none what the case asks and says. */
function wantedFor({ gold }: StaleGold, { query, references }: Case): Wanted {
  const doc = typeof gold === "string" ? gold : gold.doc;
  const quote = typeof gold === "string" ? "" : gold.quote;
  return { doc, text: quote === "" ? `${references[0] ?? ""}\n${query}` : quote };
}

function formOf(gold: Gold): GoldForm {
  if (!hasGold(gold)) return "none";
  if (gold.kind === "spans") return "spans";
  if (gold.groups.some(({ any }) => any.length > 1)) return "alternatives";
  return gold.groups.some(({ grade }) => grade !== 1) ? "graded" : "ids";
}
