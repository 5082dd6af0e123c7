import type { Known } from "./shape.ts";
import type { BlockNode, LiteralNode, PathNode } from "./syntax-tree.ts";

/** What names mean at one place in a template. */
export interface Scope {
  /** The innermost context first; the last is the root. */
  readonly contexts: readonly [Known, ...Known[]];
  readonly blockParams: ReadonlyMap<string, Known>;
  /** How many `{{#each}}` stand around. */
  readonly loops: number;
  /** Whether a message stands around: `{{#system}}`, `{{#user}}`, `{{#assistant}}`. */
  readonly isInMessage: boolean;
  /** Whether a fence stands around: `{{#delimit}}`. */
  readonly isFenced: boolean;
}

/** Where a path starts and which parts of it are then stepped through. */
export function startOf(
  node: PathNode | LiteralNode,
  scope: Scope,
): { start: Known | undefined; parts: readonly string[] } {
  // Handlebars reads `{{"name"}}` as the variable `name`.
  if (node.type !== "PathExpression") return { start: scope.contexts[0], parts: [String(node.original)] };
  const parts = node.parts.map(String);
  const [first = "", ...rest] = parts;
  if (node.data) {
    if (first === "root") return { start: scope.contexts.at(-1), parts: rest };
    const isLoop = ["index", "key", "first", "last"].includes(first) && scope.loops > node.depth;
    return { start: isLoop ? { kind: "leaf", leaf: "number" } : undefined, parts: rest };
  }
  const isBare = node.depth === 0 && !/^(this\b|\.)/.test(node.original);
  const param = isBare ? scope.blockParams.get(first) : undefined;
  if (param !== undefined) return { start: param, parts: rest };
  return { start: scope.contexts[node.depth], parts };
}

/** What names mean inside a block: `each` and `with` step into their subject, `if` and `unless` do not. */
export function innerScope(
  name: string,
  { node, subject, scope }: { node: BlockNode; subject: Known | undefined; scope: Scope },
): Scope {
  if (name === "if" || name === "unless" || subject === undefined) return scope;
  const inner = subject.kind === "list" ? subject.item : subject;
  const [valueName, keyName] = node.program?.blockParams ?? [];
  const blockParams = new Map(scope.blockParams);
  if (valueName !== undefined) blockParams.set(valueName, inner);
  if (keyName !== undefined) blockParams.set(keyName, { kind: "leaf", leaf: "number" });
  return {
    ...scope,
    contexts: [inner, ...scope.contexts],
    blockParams,
    loops: scope.loops + (name === "with" ? 0 : 1),
  };
}
