/** Stands where there is no number: never 0, never NaN. */
export const noNumber = "–";

/**
 * A mean or a score with 3 digits: `0.912`, or `4.312` on a scale of 5.
 *
 * @param share 0 to 1, or a score on its own scale with `scale: 1`; null gives `–`.
 */
export function formatScore(share: number | null, { scale }: { readonly scale: number }): string {
  return share === null ? noNumber : (share * scale).toFixed(3);
}

/**
 * A change in percentage points with its sign: `−3.25`, `+0.4`, `0`; null gives `–`.
 *
 * Two digits, and more where two would hide something: a change that is not 0 never
 * reads `0`, and a drop just beyond the margin never reads as the margin itself.
 */
export function formatChange(change: number | null, margin: number | null = null): string {
  if (change === null) return noNumber;
  if (Math.abs(change) < 1e-9) return "0";
  const points = Math.abs(change * 100);
  const sign = change < 0 ? "−" : "+";
  for (let digits = 2; digits < 8; digits++) {
    const text = trimZeros(points.toFixed(digits));
    const hidesMargin = margin !== null && Math.abs(points - margin * 100) > 1e-7 && text === formatPoints(margin);
    if (text !== "0" && !hidesMargin) return `${sign}${text}`;
  }
  return `${sign}${points.toPrecision(1)}`;
}

/** A share as percentage points or percent without a sign, at most 2 digits: 0.02 gives `2`. */
export function formatPoints(share: number): string {
  return trimZeros((share * 100).toFixed(2));
}

/** A share as percent, rounded but never up to `100 %` nor down to `0 %`: 0.99996 gives `99.9 %`. */
export function formatPercent(share: number): string {
  const tenths = Math.round(share * 1000);
  const shown = share < 1 && tenths === 1000 ? 999 : share > 0 && tenths === 0 ? 1 : tenths;
  return `${trimZeros((shown / 10).toFixed(1))} %`;
}

/** `1 case`, `2 cases`, `2,980 cases`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** With a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Thousands apart by commas. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** At most `limit` characters, the last of them `…` where something was cut off; never half a character. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, limit * 2));
  if (characters.length <= limit && text.length <= limit * 2) return text;
  return `${characters.slice(0, limit - 1).join("")}…`;
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}
