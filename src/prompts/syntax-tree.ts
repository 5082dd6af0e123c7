import Handlebars from "handlebars";

/** Line from 1, column from 0, as Handlebars counts. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

interface Located {
  readonly loc: { readonly start: Position };
}

/** A name in a template: `query`, `../query`, `@index`, `this.text`. */
export interface PathNode extends Located {
  readonly type: "PathExpression";
  /** Whether it starts with `@`. */
  readonly data: boolean;
  /** How many `../` it has. */
  readonly depth: number;
  /** A part of a path may be a subexpression, as in `(lookup a b).c`. */
  readonly parts: readonly unknown[];
  readonly original: string;
}

/** A string, a number, true, false, null or undefined, as written. */
export interface LiteralNode extends Located {
  readonly type: "StringLiteral" | "NumberLiteral" | "BooleanLiteral" | "UndefinedLiteral" | "NullLiteral";
  readonly value?: unknown;
  readonly original?: unknown;
}

interface Call extends Located {
  readonly path: PathNode | LiteralNode;
  readonly params: readonly ExpressionNode[];
  readonly hash?: { readonly pairs: readonly { readonly key: string; readonly value: ExpressionNode }[] };
}

/** `(helper a b)` inside another call. */
export interface SubExpressionNode extends Call {
  readonly type: "SubExpression";
}

/** Whatever may stand as an argument. */
export type ExpressionNode = PathNode | LiteralNode | SubExpressionNode;

/** `{{name}}` or `{{helper a b}}`. */
export interface MustacheNode extends Call {
  readonly type: "MustacheStatement";
}

/** `{{#helper a}}…{{else}}…{{/helper}}`. */
export interface BlockNode extends Call {
  readonly type: "BlockStatement";
  readonly program?: ProgramNode;
  readonly inverse?: ProgramNode;
}

/** `{{> "shared/role@v1"}}`: brings in a fragment. */
export interface PartialNode extends Located {
  readonly type: "PartialStatement";
  readonly name: { readonly type: string; readonly original?: unknown };
  readonly params: readonly ExpressionNode[];
  readonly hash?: Call["hash"];
}

/** What changes a template while it runs; none of it is known here. */
export interface OtherNode extends Located {
  readonly type: "PartialBlockStatement" | "Decorator" | "DecoratorBlock";
}

/** Text and comments. */
export interface PlainNode extends Located {
  readonly type: "ContentStatement" | "CommentStatement";
  readonly value: string;
}

/** Anything in the body of a template. */
export type StatementNode = MustacheNode | BlockNode | PartialNode | OtherNode | PlainNode;

/** A template or the inside of a block. */
export interface ProgramNode {
  readonly body: readonly StatementNode[];
  readonly blockParams?: readonly string[];
}

/** Takes every statement of a template, from the top, those inside blocks too. */
export function visitNodes(program: ProgramNode | undefined, take: (node: StatementNode) => void): void {
  for (const node of program?.body ?? []) {
    take(node);
    if (node.type !== "BlockStatement") continue;
    visitNodes(node.program, take);
    visitNodes(node.inverse, take);
  }
}

/** A template that Handlebars cannot read. */
export interface SyntaxProblem {
  readonly what: string;
  /** Line from 1, column from 1; no column when Handlebars names none. */
  readonly line: number;
  readonly column: number | undefined;
}

/** Reads a template into its syntax tree, or says where it breaks. */
export function parseTemplate(text: string): ProgramNode | SyntaxProblem {
  try {
    // The types that Handlebars ships leave out half of the tree; the interfaces above are what it gives (4.7).
    return Handlebars.parse(text) as unknown as ProgramNode;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return describeSyntaxError(error);
  }
}

function describeSyntaxError(error: Error): SyntaxProblem {
  const mismatch = /^(\S+) doesn't match (\S+) - (\d+):(\d+)/.exec(error.message);
  if (mismatch !== null) {
    const what = `the block \`${mismatch[1]}\` is closed as \`${mismatch[2]}\``;
    return { what, line: Number(mismatch[3]), column: Number(mismatch[4]) + 1 };
  }
  const line = Number(/on line (\d+)/.exec(error.message)?.[1] ?? 1);
  const got = /got '(\w+)'/.exec(error.message)?.[1];
  if (got === "EOF") return { what: "a block is not closed before the end of the file", line, column: undefined };
  const excerpt = error.message.split("\n")[1]?.trim().slice(-60) ?? "";
  return { what: `the template cannot be read at \`${excerpt}\``, line, column: undefined };
}
