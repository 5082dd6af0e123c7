/** Shorter values are no keys, and hiding `8080` wherever it stands would hide what a person needs. */
const shortestSecret = 6;

/**
 * A value with every secret in its texts replaced by `***`, also where it is
 * percent-encoded. All that is recorded passes here, since a service may echo a header
 * in its answer and a client the address in its message.
 */
export function hideSecrets<T>(value: T, secrets: readonly string[]): T {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length);
  return forms.length === 0 ? value : (hideIn(value, forms) as T);
}

function hideIn(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === "string") return forms.reduce((text, form) => text.replaceAll(form, "***"), value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: unknown) => hideIn(item, forms));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hideIn(item, forms)]));
}
