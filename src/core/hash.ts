import { createHash } from "node:crypto";

/** SHA-256 of a text in UTF-8, lower-case hex, 64 characters. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * SHA-256 of a JSON value, independent of the order in which keys were written.
 * `undefined` members are left out, as in JSON.
 */
export function hashJson(value: unknown): string {
  return sha256(canonicalJson(value));
}

/** JSON with the keys of every object in code-unit order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
