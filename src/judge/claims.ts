/** What can be taken apart: the answer into claims, which contexts support, or the reference into points, which the answer holds. */
export type Countable = "claims" | "points";

/** How a claim fares. */
export type ClaimVerdict = "supported" | "contradicted" | "not_found";

/** A claim of the answer, or a point of the reference, as the judge says it. */
export interface SaidClaim {
  readonly text: string;
  readonly verdict: ClaimVerdict;
  /** Null where it quotes nothing. */
  readonly quote: string | null;
  /** The place of the context that it quotes, from 0; null where it names none that there is, and for points. */
  readonly place: number | null;
}

/** What a judge took apart, by what it was asked for. */
export type SaidLists = Readonly<Partial<Record<Countable, readonly SaidClaim[]>>>;

/** A claim whose quotation was looked up. */
export interface JudgedClaim {
  readonly text: string;
  /** As it counts: `not_found` where the quotation does not stand where it should. */
  readonly verdict: ClaimVerdict;
  readonly quote: string | null;
  /** Index in `contexts` of the one that is quoted; null where none is, and for points, which quote the answer. */
  readonly chunk: number | null;
  /** Something was quoted that does not stand there. */
  readonly isFabricated: boolean;
}
