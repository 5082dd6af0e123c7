/** The hash that opens a case: `#case=q-017`, percent-encoded. Half of a surrogate pair has no encoding and is replaced. */
export function hashOfCase(id: string): string {
  return `#case=${encodeURIComponent(id.replace(/\p{Surrogate}/gu, "\ufffd"))}`;
}

/** The id that a hash names, among those there are; null when it names none. */
export function caseOfHash(hash: string, ids: readonly string[]): string | null {
  return ids.find((id) => hashOfCase(id) === hash) ?? null;
}
