import type { Problem } from "../core/index.ts";
import type { Closure, TemplateFile } from "./closure.ts";
import { visitNodes } from "./syntax-tree.ts";

/** One way out of a rule: `{{! allow prompt-undelimited: why }}`. */
interface Allowance {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  readonly reason: string;
}

/**
 * The problems without those that a comment allows, on its own line or the one below:
 * `{{! allow prompt-undelimited: the operator writes this text }}`. A comment without a
 * reason, or for which there is nothing to allow, is a problem itself.
 */
export function allowedOut(problems: readonly Problem[], { root, fragments }: Closure): readonly Problem[] {
  const allowances = [root, ...fragments.values()].flatMap(allowancesIn);
  const wrong = allowances.flatMap((one): readonly Problem[] => {
    const at = `${one.path}:${one.line}`;
    const comment = `\`{{! allow ${one.code}: … }}\``;
    if (one.reason === "")
      return [{ code: "prompt-allow", what: `${comment} gives no reason`, at, fix: "say why it is safe here" }];
    if (problems.some((problem) => isAllowed(problem, one))) return [];
    return [{ code: "prompt-allow", what: `${comment} allows nothing here`, at, fix: "take it out" }];
  });
  const good = allowances.filter(({ reason }) => reason !== "");
  return [...problems.filter((problem) => !good.some((one) => isAllowed(problem, one))), ...wrong];
}

function allowancesIn({ tree, path, linesAbove }: TemplateFile): readonly Allowance[] {
  const found: Allowance[] = [];
  visitNodes(tree, (node) => {
    if (node.type !== "CommentStatement") return;
    const [, code, reason = ""] = /^\s*allow\s+([a-z-]+)\s*:?([\s\S]*)$/.exec(node.value) ?? [];
    if (code !== undefined) found.push({ path, line: node.loc.start.line + linesAbove, code, reason: reason.trim() });
  });
  return found;
}

function isAllowed({ code, at = "" }: Problem, { path, line, code: allowed }: Allowance): boolean {
  return code === allowed && (at.startsWith(`${path}:${line}:`) || at.startsWith(`${path}:${line + 1}:`));
}
