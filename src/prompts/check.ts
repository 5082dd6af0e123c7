import { nearestName, type Problem } from "../core/index.ts";
import { allowedOut } from "./allow.ts";
import { backslashProblems } from "./backslash.ts";
import type { Closure, TemplateFile } from "./closure.ts";
import { innerScope, type Scope, startOf } from "./scope.ts";
import { type Fields, type Known, namesIn, step } from "./shape.ts";
import {
  type BlockNode,
  type ExpressionNode,
  type LiteralNode,
  type MustacheNode,
  type PartialNode,
  type PathNode,
  type PlainNode,
  type Position,
  type ProgramNode,
  type StatementNode,
  type SubExpressionNode,
  visitNodes,
} from "./syntax-tree.ts";

/** What a template may call, and with how many arguments. `log` and `lookup` are left out: one prints, one hides names. */
const helpers: Readonly<Record<string, number>> = {
  if: 1,
  unless: 1,
  each: 1,
  with: 1,
  delimit: 2,
  fewshot: 1,
  system: 0,
  user: 0,
  assistant: 0,
};
const messageBlocks = ["system", "user", "assistant"];
const blockHelpers = ["if", "unless", "each", "with", "fewshot", ...messageBlocks];

/** What stands inside `{{#fewshot}}`. */
const exampleShape: Known = {
  kind: "list",
  item: { kind: "fields", fields: { input: "text", output: "text", note: "text" } },
};
const fewShotKeys = ["query", "tags", "difficulty", "max", "tokens"];

/**
 * Checks a prompt and its fragments against the inputs that it will be given, on their
 * syntax trees: every name must exist, every helper be known, every untrusted text go
 * through `{{delimit}}`, every message be whole. Handlebars' own strict mode says nothing
 * of a misspelt name in `#each`, `#with` and `#if`, which is why the trees are walked here.
 *
 * @param declared the inputs that the front matter names: each must be used somewhere.
 * @param isWhole whether every fragment could be read: else what is missing might be in one that was not.
 */
export function checkClosure(
  closure: Closure,
  inputs: Fields,
  { declared, isWhole }: { readonly declared: readonly string[]; readonly isWhole: boolean },
): readonly Problem[] {
  const check = new ClosureCheck(closure);
  check.program(closure.root.tree, {
    contexts: [{ kind: "fields", fields: inputs }],
    blockParams: new Map(),
    loops: 0,
    isInMessage: false,
    isFenced: false,
  });
  if (isWhole) check.whole(declared);
  return allowedOut([...check.problems, ...backslashProblems(closure)], closure);
}

class ClosureCheck {
  readonly #closure: Closure;
  readonly #used = new Set<string>();
  readonly #problems = new Map<string, Problem>();
  readonly #hasMessages: boolean;
  #file: TemplateFile;
  /** The fragments that are being walked. */
  readonly #open = new Set<TemplateFile>();
  #fence: Position | undefined;

  constructor(closure: Closure) {
    this.#closure = closure;
    this.#file = closure.root;
    let hasMessages = false;
    for (const { tree } of [closure.root, ...closure.fragments.values()])
      visitNodes(tree, (node) => {
        hasMessages ||= node.type === "BlockStatement" && messageBlocks.includes(nameOf(node.path));
      });
    this.#hasMessages = hasMessages;
  }

  /** Each once, though a fragment may be brought in at several places. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  program(program: ProgramNode | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) this.#statement(statement, scope);
  }

  /** What can be said only of the whole: inputs that nothing uses, fences that nothing explains. */
  whole(declared: readonly string[]): void {
    const { root, fragments } = this.#closure;
    this.#file = { ...root, linesAbove: 0 };
    const top = { line: 1, column: 0 };
    for (const name of declared.filter((one) => !this.#used.has(one))) {
      const what = `the input \`${name}\` is declared and nothing uses it`;
      this.#report(top, "prompt-unused-input", { what, fix: "use it, or leave it out of the front matter" });
    }
    const explains = [root, ...fragments.values()].some(({ front }) => front.declares === "fenced-data");
    if (this.#fence === undefined || explains) return;
    this.#report(top, "prompt-undeclared-data", {
      what: "the prompt fences text, and no part of it says that fenced text is data",
      why: "a model that is not told so may follow instructions inside the fence",
      fix: 'bring in such a fragment, `{{> "shared/fenced-data-en@v1"}}`, or say so and add `declares: fenced-data` to the front matter',
    });
  }

  #statement(node: StatementNode, scope: Scope): void {
    if (node.type === "ContentStatement" && node.value.trim() !== "") this.#inMessage(node, scope);
    if (node.type === "MustacheStatement") {
      this.#inMessage(node, scope);
      this.#mustache(node, scope);
    }
    if (node.type === "BlockStatement") this.#block(node, scope);
    if (node.type === "PartialStatement") this.#partial(node, scope);
    if (node.type === "PartialBlockStatement" || node.type === "Decorator" || node.type === "DecoratorBlock") {
      const isPartial = node.type === "PartialBlockStatement";
      const what = `${isPartial ? "a fragment with a block (`{{#>…}}`)" : "a decorator (`{{*…}}`)"} is not known here`;
      this.#report(node.loc.start, isPartial ? "prompt-unknown-partial" : "prompt-unknown-helper", {
        what,
        fix: "leave it out",
      });
    }
  }

  /** Where a prompt has messages, all of its text stands in one of them. */
  #inMessage(node: PlainNode | MustacheNode, scope: Scope): void {
    if (!this.#hasMessages || scope.isInMessage) return;
    this.#report(node.loc.start, "prompt-outside-message", {
      what: "this stands outside of every message",
      why: "the prompt has messages, and text between them would be sent to nobody",
      fix: "move it into `{{#system}}`, `{{#user}}` or `{{#assistant}}`",
    });
  }

  #partial(node: PartialNode, scope: Scope): void {
    if (node.params.length > 0 || (node.hash?.pairs.length ?? 0) > 0) {
      const what = "a fragment takes no arguments: it sees what the prompt sees";
      this.#report(node.loc.start, "prompt-arguments", { what, fix: "leave them out" });
    }
    const fragment = this.#closure.fragments.get(String(node.name.original));
    // A circle is reported where the files are read; here it is only not followed.
    if (fragment === undefined || this.#open.has(fragment)) return;
    const outer = this.#file;
    this.#file = fragment;
    this.#open.add(fragment);
    this.program(fragment.tree, scope);
    this.#open.delete(fragment);
    this.#file = outer;
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
    if (known !== undefined) this.#printable(node.path, { known, scope });
  }

  #printable(path: PathNode | LiteralNode, { known, scope }: { readonly known: Known; readonly scope: Scope }): void {
    const name = nameOf(path);
    if (known.kind !== "leaf") {
      const what = `\`${name}\` is ${known.kind === "list" ? "a list" : "an object"} and cannot be printed as text`;
      const fix = known.kind === "list" ? `write \`{{#each ${name}}}…{{/each}}\`` : `print one of its parts`;
      this.#report(path.loc.start, "prompt-not-text", { what, fix });
    } else if (known.leaf === "untrusted" && !scope.isFenced) {
      this.#report(path.loc.start, "prompt-undelimited", {
        what: `\`${name}\` is text that others wrote and is printed bare`,
        why: "an instruction inside it would read as one of the prompt's own",
        fix: `write \`{{delimit "${name.replace(/\W+/g, "")}" ${name}}}\``,
      });
    }
  }

  #block(node: BlockNode, scope: Scope): void {
    const name = nameOf(node.path);
    if (name === "delimit") this.#fenceBlock(node, scope);
    else if (messageBlocks.includes(name)) this.#message(node, { name, scope });
    else if (blockHelpers.includes(name)) this.#innerBlock(node, { name, scope });
    // A misspelt name says more than "no such block"; what stands inside cannot be judged either way.
    else if (isCall(node) || this.#path(node.path, scope) !== undefined) this.#unknownBlock(node, name);
  }

  #innerBlock(node: BlockNode, { name, scope }: { readonly name: string; readonly scope: Scope }): void {
    const [subject] = name === "fewshot" ? this.#fewShot(node, scope) : this.#call(node, scope);
    const stepsIn = name === "each" || name === "with";
    if (stepsIn && subject !== undefined) this.#subject(node, { name, subject });
    // An unknown subject is reported once, and then nothing is said of what stands inside.
    if (!stepsIn || subject !== undefined) this.program(node.program, innerScope(name, { node, subject, scope }));
    this.program(node.inverse, scope);
  }

  #message(node: BlockNode, { name, scope }: { readonly name: string; readonly scope: Scope }): void {
    this.#call(node, scope);
    if (scope.isInMessage) {
      const what = `the message \`#${name}\` stands inside another message`;
      this.#report(node.loc.start, "prompt-outside-message", { what, fix: "close the other one first" });
    }
    this.program(node.program, { ...scope, isInMessage: true });
  }

  #fenceBlock(node: BlockNode, scope: Scope): void {
    this.#fence ??= node.loc.start;
    if (node.params.length === 1) this.#label(node);
    else {
      const what = `\`#delimit\` takes 1 argument, and ${node.params.length} are given`;
      this.#report(node.loc.start, "prompt-arguments", { what, fix: 'write `{{#delimit "answer"}}…{{/delimit}}`' });
    }
    this.program(node.program, { ...scope, isFenced: true });
  }

  #fewShot(node: BlockNode, scope: Scope): readonly Known[] {
    this.#call(node, scope);
    const [scene] = node.params;
    if (scene !== undefined && scene.type !== "StringLiteral") {
      const what = "the first argument of `fewshot` must be the name of a scene, in quotes";
      this.#report(node.loc.start, "prompt-arguments", {
        what,
        fix: 'write `{{#fewshot "refund" query=query max=3}}`',
      });
    }
    const keys = (node.hash?.pairs ?? []).map(({ key }) => key);
    for (const key of keys.filter((one) => !fewShotKeys.includes(one))) {
      const near = nearestName(key, fewShotKeys);
      const what = `\`fewshot\` has no \`${key}\``;
      const fix = near === undefined ? `it has ${list(fewShotKeys)}` : `did you mean \`${near}\`?`;
      this.#report(node.loc.start, "prompt-arguments", { what, fix });
    }
    if (!keys.includes("query")) {
      this.#report(node.loc.start, "prompt-arguments", {
        what: "`fewshot` is not told the question",
        why: "an example that asks the same would give the answer away",
        fix: "add `query=query`, with the input that holds the question",
      });
    }
    return [exampleShape];
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
      what: `\`{{#${name}}}\` is no block that a prompt may use: ${list([...blockHelpers, "delimit"])}`,
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
      const fix = usageOf(name);
      this.#report(node.loc.start, "prompt-arguments", { what, fix });
    }
    const found = node.params.map((param) => this.#expression(param, scope));
    for (const pair of node.hash?.pairs ?? []) this.#expression(pair.value, scope);
    if (name === "delimit") this.#delimit(node, found[1]);
    return found;
  }

  #label(node: MustacheNode | BlockNode | SubExpressionNode): void {
    const [label] = node.params;
    if (label !== undefined && (label.type !== "StringLiteral" || !/^[a-z][a-z0-9-]*$/.test(String(label.value)))) {
      const what = "the first argument of `delimit` must be a name in quotes, of a-z, 0-9 and `-`";
      this.#report(node.loc.start, "prompt-arguments", { what, fix: 'write `{{delimit "answer" answer}}`' });
    }
  }

  #delimit(node: MustacheNode | BlockNode | SubExpressionNode, value: Known | undefined): void {
    const [, param] = node.params;
    this.#fence ??= node.loc.start;
    this.#label(node);
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
    if (start === scope.contexts.at(-1) && parts[0] !== undefined) this.#used.add(parts[0]);
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

  #report({ line, column }: Position, code: string, text: Omit<Problem, "code" | "at">): void {
    const at = `${this.#file.path}:${line + this.#file.linesAbove}:${column + 1}`;
    this.#problems.set(`${code} ${at} ${text.what}`, { code, at, ...text });
  }
}

function usageOf(name: string): string {
  if (name === "delimit") return 'write `{{delimit "answer" answer}}`';
  if (name === "fewshot") return 'write `{{#fewshot "refund" query=query max=3}}`';
  return messageBlocks.includes(name) ? `write \`{{#${name}}}\`` : `write \`{{#${name} query}}\``;
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
