/**
 * Compares two texts by code points, which is the order of their UTF-8 bytes. The `<` of
 * JavaScript compares UTF-16 units, which puts 😀 (U+1F600) before Ａ (U+FF21).
 *
 * @returns below 0 when `a` comes first, above 0 when `b` does, 0 when they are equal.
 */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return inCodePointOrder(one) - inCodePointOrder(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points from U+10000 on, so they belong behind U+FFFF. */
function inCodePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
