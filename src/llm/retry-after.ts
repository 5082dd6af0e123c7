/** Header names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * How long a server asks to wait, in milliseconds; null when it does not say, or says
 * what cannot be meant: words, a time that has passed, nothing or less.
 *
 * `retry-after-ms` goes before `Retry-After`, being the finer one. `Retry-After` holds
 * seconds or a date (RFC 9110, 10.2.3); fractions of a second are not in the standard
 * and are sent all the same.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  return positive(headers["retry-after-ms"], 1) ?? positive(headers["retry-after"], 1000) ?? untilDate(headers, now);
}

function positive(text: string | undefined, unitMs: number): number | null {
  if (text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null;
  const milliseconds = Number(text) * unitMs;
  return milliseconds > 0 ? milliseconds : null;
}

function untilDate(headers: Headers, now: number): number | null {
  const text = headers["retry-after"];
  // Date.parse reads "-5" as a month, so only what looks like an HTTP date is given to it.
  if (text === undefined || !/^\s*[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const wait = Date.parse(text) - now;
  return wait > 0 ? wait : null;
}
