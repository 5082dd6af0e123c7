import { textOf } from "./text.ts";

const zero = 48;
const minus = 45;
const point = 46;

/** Up to 15 digits and a power of ten up to 10^15 are exact doubles, so that one division rounds as the C library does. */
const exactLength = 15;
const powers = Float64Array.from({ length: exactLength + 1 }, (_, i) => 10 ** i);

/**
 * The score in a range of bytes, in double precision: a decimal number, with or
 * without an exponent, or an infinity (`inf`, `-Infinity`).
 *
 * @returns NaN when it is none.
 */
export function parseScore(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  const size = parsePlainSize(bytes, isNegative ? start + 1 : start, end);
  if (size === -1) return parseAnyScore(bytes, start, end);
  return isNegative ? -size : size;
}

/** Digits with at most one point in or behind them; -1 for what needs a closer look. */
function parsePlainSize(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > exactLength || !isDigit(bytes[start] as number)) return -1;
  let size = 0;
  let pointBehind = end;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i] as number;
    if (isDigit(byte)) size = size * 10 + byte - zero;
    else if (byte === point && pointBehind === end) pointBehind = i + 1;
    else return -1;
  }
  return size / (powers[end - pointBehind] as number);
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= zero + 9;
}

function parseAnyScore(bytes: Uint8Array, start: number, end: number): number {
  const text = textOf(bytes, start, end);
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (!/^[+-]?inf(inity)?$/i.test(text)) return Number.NaN;
  return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The largest grade: what fits into 32 bits. */
export const maxGrade = 2 ** 31 - 1;

/**
 * The grade in a range of bytes: a whole number, which may be negative.
 *
 * @returns NaN when it is none, or beyond `maxGrade` either way.
 */
export function parseGrade(bytes: Uint8Array, start: number, end: number): number {
  if (end - start === 1) {
    const byte = bytes[start] as number;
    if (isDigit(byte)) return byte - zero;
  }
  const text = textOf(bytes, start, end);
  const grade = /^[+-]?\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(grade) <= maxGrade ? grade : Number.NaN;
}
