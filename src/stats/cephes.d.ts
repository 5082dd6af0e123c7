/** The types that the package has are not found through its `exports`. */
declare module "cephes" {
  /** Done when the functions can be called. */
  export const compiled: Promise<void>;
  /** The normal distribution function. */
  export function ndtr(x: number): number;
  /** Its inverse: `p` in (0, 1). */
  export function ndtri(p: number): number;
  /** The regularised incomplete beta function I_x(a, b): `a`, `b` > 0, `x` in [0, 1]. */
  export function incbet(a: number, b: number, x: number): number;
  /** Its inverse in `x`: `p` in [0, 1]. */
  export function incbi(a: number, b: number, p: number): number;
  /** The regularised upper incomplete gamma function Q(a, x): `a` > 0, `x` ≥ 0. */
  export function igamc(a: number, x: number): number;
  /** Its inverse in `x`: `q` in (0, 1). */
  export function igami(a: number, q: number): number;
  /** The logarithm of the beta function. */
  export function lbeta(a: number, b: number): number;
}
