/** The types that the package has are not found through its `exports`. */
declare module "cephes" {
  /** Done when the functions can be called. */
  export const compiled: Promise<void>;
  /** The quantile of Student's t: `df` whole and at least 1, `p` between 0 and 1. */
  export function stdtri(df: number, p: number): number;
}
