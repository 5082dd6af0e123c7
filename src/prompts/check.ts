import { nearestName, type Problem } from "../core/index.ts";
import { innerScope, type Scope, startOf } from "./scope.ts";
import { type Fields, type Known, namesIn, step } from "./shape.ts";
import {
  type BlockNode,
  type ExpressionNode,
  type LiteralNode,
  type MustacheNode,
  type PathNode,
  type Position,
  type ProgramNode,
  parseTemplate,
  type StatementNode,
  type SubExpressionNode,
} from "./syntax-tree.ts";

/** What a template may call, and with how many arguments. `log` and `lookup` are left out: one prints, one hides names. */
const helpers: Readonly<Record<string, number>> = { if: 1, unless: 1, each: 1, with: 1, delimit: 2 };
const blockHelpers = ["if", "unless", "each", "with"];

/**
 * Checks a template against the inputs that it will be given, on its syntax tree:
 * every name must exist, every helper be known, every untrusted text go through
 * `{{delimit}}`. Handlebars' own strict mode says nothing of a misspelt name in
 * `#each`, `#with` and `#if`, which is why the tree is walked here.
 *
 * In: the template without a byte order mark; `at`: its file, for messages.
 */
export function checkTemplate(text: string, inputs: Fields, { at }: { readonly at: string }): readonly Problem[] {
  const tree = parseTemplate(text);
  if ("what" in tree) {
    const place = tree.column === undefined ? `${at}:${tree.line}` : `${at}:${tree.line}:${tree.column}`;
    return [
      { code: "prompt-syntax", what: tree.what, at: place, fix: "close every `{{` and every block that is open" },
    ];
  }
  const check = new TemplateCheck(at);
  check.program(tree, { contexts: [{ kind: "fields", fields: inputs }], blockParams: new Map(), loops: 0 });
  return check.problems;
}

class TemplateCheck {
  readonly problems: Problem[] = [];
  readonly #at: string;

  constructor(at: string) {
    this.#at = at;
  }

  program(program: ProgramNode | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) this.#statement(statement, scope);
  }

  #statement(node: StatementNode, scope: Scope): void {
    if (node.type === "MustacheStatement") this.#mustache(node, scope);
    if (node.type === "BlockStatement") this.#block(node, scope);
    if (node.type === "PartialStatement" || node.type === "PartialBlockStatement") {
      const what = `the template calls for the partial \`${String(node.name?.original)}\`, and there are no partials`;
      this.#report(node.loc.start, "prompt-unknown-partial", { what, fix: "write its text into this file" });
    }
    if (node.type === "Decorator" || node.type === "DecoratorBlock") {
      const what = "a decorator (`{{*…}}`) changes the template and is not known here";
      this.#report(node.loc.start, "prompt-unknown-helper", { what, fix: "leave it out" });
    }
  }

  #mustache(node: MustacheNode, scope: Scope): void {
    const name = nameOf(node.path);
    if (isCall(node) || (Object.hasOwn(helpers, name) && node.path.type === "PathExpression")) {
      if (blockHelpers.includes(name)) {
        const fix = `write \`{{#${name} …}}…{{/${name}}}\``;
        this.#report(node.loc.start, "prompt-unknown-helper", { what: `\`${name}\` needs a block`, fix });
      }
      this.#call(node, scope);
      return;
    }
    const known = this.#path(node.path, scope);
    if (known !== undefined) this.#printable(node.path, known);
  }

  #printable(path: PathNode | LiteralNode, known: Known): void {
    const name = nameOf(path);
    if (known.kind !== "leaf") {
      const what = `\`${name}\` is ${known.kind === "list" ? "a list" : "an object"} and cannot be printed as text`;
      const fix = known.kind === "list" ? `write \`{{#each ${name}}}…{{/each}}\`` : `print one of its parts`;
      this.#report(path.loc.start, "prompt-not-text", { what, fix });
    } else if (known.leaf === "untrusted") {
      this.#report(path.loc.start, "prompt-undelimited", {
        what: `\`${name}\` is text that others wrote and is printed bare`,
        why: "an instruction inside it would read as one of the prompt's own",
        fix: `write \`{{delimit "${name.replace(/\W+/g, "")}" ${name}}}\``,
      });
    }
  }

  #block(node: BlockNode, scope: Scope): void {
    const name = nameOf(node.path);
    if (!blockHelpers.includes(name)) {
      const isName = !isCall(node) && name !== "delimit";
      // A misspelt name says more than "no such block"; what stands inside cannot be judged either way.
      if (!isName || this.#path(node.path, scope) !== undefined) this.#unknownBlock(node, name);
      return;
    }
    const [subject] = this.#call(node, scope);
    const stepsIn = name === "each" || name === "with";
    if (stepsIn && subject !== undefined) this.#subject(node, { name, subject });
    // An unknown subject is reported once, and then nothing is said of what stands inside.
    if (!stepsIn || subject !== undefined) this.program(node.program, innerScope(name, { node, subject, scope }));
    this.program(node.inverse, scope);
  }

  #subject(node: BlockNode, { name, subject }: { readonly name: string; readonly subject: Known }): void {
    if (subject.kind === (name === "each" ? "list" : "fields")) return;
    const [param] = node.params;
    this.#report(node.loc.start, "prompt-not-a-list", {
      what: `\`#${name}\` needs ${name === "each" ? "a list" : "an object"}, and \`${param === undefined ? "" : nameOf(param)}\` is none`,
      fix: "use `{{#if …}}` to ask whether there is a value",
    });
  }

  #unknownBlock(node: BlockNode, name: string): void {
    const near = nearestName(name, blockHelpers);
    this.#report(node.loc.start, "prompt-unknown-helper", {
      what: `\`{{#${name}}}\` is no block that a prompt may use: \`if\`, \`unless\`, \`each\`, \`with\``,
      fix: near === undefined ? `write \`{{#each ${name}}}\` or \`{{#if ${name}}}\`` : `did you mean \`#${near}\`?`,
    });
  }

  /** Checks a helper and its arguments; gives what the arguments are. */
  #call(node: MustacheNode | BlockNode | SubExpressionNode, scope: Scope): readonly (Known | undefined)[] {
    const name = nameOf(node.path);
    const wanted = Object.hasOwn(helpers, name) ? helpers[name] : undefined;
    if (wanted === undefined) {
      const near = nearestName(name, Object.keys(helpers));
      this.#report(node.loc.start, "prompt-unknown-helper", {
        what: `unknown helper \`${name}\``,
        fix: near === undefined ? `choose one of ${list(Object.keys(helpers))}` : `did you mean \`${near}\`?`,
      });
    } else if (node.params.length !== wanted) {
      const what = `\`${name}\` takes ${wanted} argument${wanted === 1 ? "" : "s"}, and ${node.params.length} are given`;
      const fix = name === "delimit" ? 'write `{{delimit "answer" answer}}`' : `write \`{{#${name} query}}\``;
      this.#report(node.loc.start, "prompt-arguments", { what, fix });
    }
    const found = node.params.map((param) => this.#expression(param, scope));
    for (const pair of node.hash?.pairs ?? []) this.#expression(pair.value, scope);
    if (name === "delimit") this.#delimit(node, found[1]);
    return found;
  }

  #delimit(node: MustacheNode | BlockNode | SubExpressionNode, value: Known | undefined): void {
    const [label, param] = node.params;
    if (label !== undefined && (label.type !== "StringLiteral" || !/^[a-z][a-z0-9-]*$/.test(String(label.value)))) {
      const what = "the first argument of `delimit` must be a name in quotes, of a-z, 0-9 and `-`";
      this.#report(node.loc.start, "prompt-arguments", { what, fix: 'write `{{delimit "answer" answer}}`' });
    }
    if (value !== undefined && value.kind !== "leaf" && param !== undefined) {
      const what = `\`delimit\` needs text, and \`${nameOf(param)}\` is ${value.kind === "list" ? "a list" : "an object"}`;
      this.#report(node.loc.start, "prompt-not-text", { what, fix: "delimit each of its texts" });
    }
  }

  #expression(node: ExpressionNode, scope: Scope): Known | undefined {
    if (node.type === "PathExpression") return this.#path(node, scope);
    if (node.type === "SubExpression") this.#call(node, scope);
    return { kind: "leaf", leaf: "text" };
  }

  #path(node: PathNode | LiteralNode, scope: Scope): Known | undefined {
    const { start, parts } = startOf(node, scope);
    let known = start;
    for (const part of parts) {
      const inside = known;
      known = inside === undefined ? undefined : step(inside, part);
      if (known === undefined) {
        this.#unknownVariable(node, { inside, part, scope });
        return undefined;
      }
    }
    if (known === undefined) this.#unknownVariable(node, { inside: undefined, part: nameOf(node), scope });
    return known;
  }

  #unknownVariable(
    node: PathNode | LiteralNode,
    { inside, part, scope }: { readonly inside: Known | undefined; readonly part: string; readonly scope: Scope },
  ): void {
    const here = inside === undefined ? [] : namesIn(inside);
    const names = here.length === 0 ? "there are no names here" : `there are ${list(here)}`;
    const near = nearestName(part, here);
    const root = scope.contexts.at(-1);
    const bare = nameOf(node).replace(/^(\.\.\/)+/, "");
    const isAbove = inside !== root && root !== undefined && step(root, bare.split(".")[0] ?? "") !== undefined;
    let fix = near === undefined ? names : `did you mean \`${near}\`? ${names}`;
    if (isAbove) fix = `inside this block write \`@root.${bare}\`; ${names}`;
    if (inside?.kind === "list") fix = "write `{{#each …}}` over the list: it may hold fewer than its place says";
    this.#report(node.loc.start, "prompt-unknown-variable", { what: `unknown variable \`${nameOf(node)}\``, fix });
  }

  #report(position: Position, code: string, text: Omit<Problem, "code" | "at">): void {
    this.problems.push({ code, at: `${this.#at}:${position.line}:${position.column + 1}`, ...text });
  }
}

function isCall(node: MustacheNode | BlockNode | SubExpressionNode): boolean {
  return node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0;
}

function nameOf(node: ExpressionNode): string {
  if (node.type === "SubExpression") return `(${nameOf(node.path)} …)`;
  return String(node.original);
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
