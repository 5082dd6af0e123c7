import type { Case, Document, RetrievedChunk } from "../core/index.ts";
import type { Plan } from "./plan.ts";

/** A chunk of a case that is to be judged. */
export interface ToLabel {
  readonly caseId: string;
  readonly chunk: RetrievedChunk;
}

/**
 * The text of a file of reviews to be filled in: one chunk a line, its `grade` null, with
 * the query and the text for the reader. It names the chunk the way the gold of its case
 * names things: by passage, by document, or by the chunk's own id.
 */
export function formatLabelFile({ cases, documents }: Plan, toLabel: readonly ToLabel[]): string {
  const byId = new Map(cases.map((evalCase) => [evalCase.id, evalCase]));
  const lines = toLabel.flatMap(({ caseId, chunk }) => {
    const evalCase = byId.get(caseId);
    if (evalCase === undefined) return [];
    const thing = evalCase.gold.kind === "spans" ? passageOf(chunk) : { id: idOf(chunk, { evalCase, documents }) };
    const { text } = chunk;
    const shown = "quote" in thing || text === undefined ? {} : { text };
    return [JSON.stringify({ case: caseId, query: evalCase.query, ...thing, ...shown, grade: null })];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function passageOf({ docId, text, start, end }: RetrievedChunk): Readonly<Record<string, unknown>> {
  const doc = docId === undefined ? {} : { doc: docId };
  return start === undefined || end === undefined ? { ...doc, quote: text ?? "" } : { ...doc, start, end };
}

function idOf(
  { id, docId }: RetrievedChunk,
  { evalCase, documents }: { readonly evalCase: Case; readonly documents: ReadonlyMap<string, Document> },
): string {
  const named = evalCase.gold.kind === "groups" ? evalCase.gold.groups.flatMap(({ any }) => any) : [];
  const namesDocuments = named.length > 0 && named.every((one) => documents.has(one));
  return namesDocuments && docId !== undefined ? docId : id;
}
