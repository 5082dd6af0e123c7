import type { Problem } from "../core/index.ts";
import type { Closure } from "./closure.ts";

/**
 * Back-slashes before `{{`: Handlebars then prints the braces and fills in nothing, which is
 * seldom meant, as in `C:\{{name}}`. Two of them are one back-slash and the value.
 */
export function backslashProblems({ root, fragments }: Closure): readonly Problem[] {
  return [root, ...fragments.values()].flatMap(({ body, path, linesAbove }) =>
    body.split("\n").flatMap((line, i) =>
      [...line.matchAll(/(?<!\\)\\\{\{/g)].map(({ index }) => ({
        code: "prompt-backslash",
        what: "a back-slash before `{{` prints the braces and fills in nothing",
        at: `${path}:${i + 1 + linesAbove}:${index + 1}`,
        fix: "write `\\\\{{…}}` for a back-slash and the value, or allow it with `{{! allow prompt-backslash: … }}`",
      })),
    ),
  );
}
