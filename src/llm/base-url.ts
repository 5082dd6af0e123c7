/**
 * The base of a provider's address, however it was pasted: without `/` at its end,
 * and cut back from a whole endpoint (`…/v1/chat/completions`) to `…/v1`.
 */
export function normalizeBaseUrl(baseUrl: string): string {
  return baseUrl
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .replace(/\/(chat\/)?completions$/, "")
    .replace(/\/+$/, "");
}

/** What to look at when nothing stands at an address. */
export function hintForNotFound(baseUrl: string): string {
  const hasVersion = /\/v\d+[a-z]*(\/|$)/.test(new URL(baseUrl).pathname);
  return hasVersion ? "is the model's name right, and the base URL?" : `did you mean ${baseUrl}/v1?`;
}
