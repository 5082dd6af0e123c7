/**
 * A text from a file or a model as a terminal may show it: control characters, which
 * could move the cursor, colour the screen or begin a line of a CI log, are written
 * out. Line breaks and tabs stay only where `keepsLines` says so.
 */
export function showControls(text: string, { keepsLines = false } = {}): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (character) =>
    keepsLines && (character === "\n" || character === "\t")
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
