/**
 * Reads JSON in which long whole numbers keep their digits: one beyond 2^53 becomes
 * text, since `JSON.parse` rounds it and an id would then belong to nothing.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  // Strings are matched first, so that digits inside them are passed over.
  const exact = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
  return JSON.parse(exact);
}
