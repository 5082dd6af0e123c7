import { estimateTokens, type Rendered } from "../prompts/index.ts";

/** The messages that a prompt came to, each under its role; with `sources`, above each what came from which file. */
export function formatRendered(
  { messages, parts }: Rendered,
  { sources }: { readonly sources: boolean },
): readonly string[] {
  return messages.flatMap(({ role, content }, i) => [
    "",
    `─── ${role}, ${estimateTokens(content)} tokens`,
    ...(sources ? sourceLines(content, parts[i] ?? []) : []),
    content.trimEnd(),
  ]);
}

/** `lines 3-5`, or with columns (`3:8-5:2`) where a part begins or ends inside a line. */
function sourceLines(content: string, parts: Rendered["parts"][number]): readonly string[] {
  return parts.map(({ path, start, end }) => `  ${placeOf(content, start, end)}  ${path}`);
}

function placeOf(content: string, start: number, end: number): string {
  const from = lineOf(content, start);
  const to = lineOf(content, end - 1);
  const isWhole = from.column === 1 && (end === content.length || content[end - 1] === "\n");
  return isWhole ? linesOf(from.line, to.line) : `${from.line}:${from.column}-${to.line}:${to.column}`;
}

function linesOf(from: number, to: number): string {
  return from === to ? `line ${from}` : `lines ${from}-${to}`;
}

function lineOf(content: string, offset: number): { readonly line: number; readonly column: number } {
  const before = content.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
