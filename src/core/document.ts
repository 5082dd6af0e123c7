/** A unit of the corpus as authored. */
export interface Document {
  readonly id: string;
  /** Empty when it has none. */
  readonly title: string;
  readonly text: string;
  /** `markdown` has headings, lists and code by which it can be cut; `text` has paragraphs. */
  readonly format: "markdown" | "text";
}

/** One entry of the ranked list that a target retrieved. */
export interface RetrievedChunk {
  readonly id: string;
  /** The document that the chunk was cut from; gold at document level is matched on it. */
  readonly docId?: string;
  readonly text?: string;
  /** Only for people to read: the order of the list is the rank. */
  readonly score?: number;
  /** Offsets in the document's text in UTF-16 code units, `end` exclusive. */
  readonly start?: number;
  readonly end?: number;
}
