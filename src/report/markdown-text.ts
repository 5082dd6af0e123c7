import { truncate } from "./format.ts";

/** Breaks a mark in two for GitHub without being seen. */
const invisible = "\u200b";

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * A text as one line of Markdown that shows as it is: no markup, no HTML, no table
 * border, no link, no `::command::` to the CI, and nobody is notified by an `@name` in
 * a model's answer.
 *
 * Cut to `limit` characters before it is escaped, so that no escape is cut in two.
 */
export function escapeMarkdown(text: string, limit: number): string {
  return truncate(toOneLine(text), limit)
    .replace(/[&<>]/g, (character) => entities[character] ?? "")
    .replace(/[\\`*_[\]|~$]/g, (character) => `\\${character}`)
    .replace(/(?:(?<![a-z\d])@|#)(?=\S)/gi, (character) => `${character}${invisible}`)
    .replace(/:(?=\/\/|:)/g, (character) => `${character}${invisible}`)
    .replace(/\bwww(?=\.)/gi, (word) => `${word}${invisible}`);
}

/** White space and control characters become single spaces. */
function toOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the page
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}
