import Handlebars from "handlebars";
import { type Message, sha256 } from "../core/index.ts";
import type { Closure, TemplateFile } from "./closure.ts";
import { chooseExamples, type Example, estimateTokens } from "./few-shot.ts";

/** What a template is filled with. */
export type PromptValues = Readonly<Record<string, unknown>>;

/** A piece of a message, and the file that it came from. */
export interface Part {
  /** As messages show it. */
  readonly path: string;
  /** In UTF-16 code units of the message, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What a prompt comes to. */
export interface Rendered {
  readonly messages: readonly Message[];
  /** By message: its pieces in order, without gaps. */
  readonly parts: readonly (readonly Part[])[];
  /** Of all messages, as `estimateTokens` counts. */
  readonly tokens: number;
  /** The end of the names of its tags, which stands nowhere in the values. */
  readonly fence: string;
}

/** What a renderer is made for. */
export interface RendererOptions {
  /** Every input. */
  readonly names: readonly string[];
  /** Those that may have no value. */
  readonly optional: readonly string[];
}

/** Compiles a checked prompt; see `Prompt.render`. */
export function createRenderer(
  { root, fragments, scenes }: Closure,
  { names, optional }: RendererOptions,
): (values: PromptValues, options?: { readonly seed?: string | number }) => Rendered {
  const world = createWorld(scenes);
  const files = [root, ...fragments.values()];
  const templates = files.map(({ body }) => world.compile(body, compileOptions));
  for (const [i, { reference }] of files.entries()) {
    world.registerPartial(reference, (context, options) => {
      const { fence } = (options as HelperOptions).data;
      return `${markOf(fence, `>${i}`)}${templates[i]?.(context, options)}${markOf(fence, "<")}`;
    });
  }
  return (values, { seed = "" } = {}) => {
    const given: Record<string, unknown> = Object.create(null);
    for (const name of names) given[name] = inputOf(name, { values, optional });
    const fence = fenceFor(given, seed);
    const text =
      templates[0]?.(given, {
        data: { fence },
        allowProtoPropertiesByDefault: false,
        allowProtoMethodsByDefault: false,
      }) ?? "";
    const pieces = split(text, { fence, files });
    return {
      messages: pieces.map(({ role, content }) => ({ role, content })),
      parts: pieces.map(({ parts }) => parts),
      tokens: pieces.reduce((sum, { content }) => sum + estimateTokens(content), 0),
      fence,
    };
  };
}

function inputOf(
  name: string,
  { values, optional }: { readonly values: PromptValues; readonly optional: readonly string[] },
): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined && !optional.includes(name)) throw new TypeError(`the input \`${name}\` has no value`);
  return value ?? "";
}

const compileOptions: CompileOptions = {
  noEscape: true,
  strict: true,
  // A fragment reads the same wherever it is brought in.
  preventIndent: true,
  knownHelpersOnly: true,
  // A helper that is not known is a variable, so that `{{log}}` prints nothing on the console.
  knownHelpers: {
    delimit: true,
    fewshot: true,
    system: true,
    user: true,
    assistant: true,
    log: false,
    lookup: false,
  } as KnownHelpers,
};

/** What Handlebars hands to a helper. */
interface HelperOptions {
  readonly hash: Readonly<Record<string, unknown>>;
  readonly data: { readonly fence: string };
  readonly fn: (context: unknown, options?: unknown) => string;
  readonly inverse: (context: unknown) => string;
}

/** A world of its own, where only the helpers that the check knows exist. */
function createWorld(scenes: ReadonlyMap<string, readonly Example[]>): typeof Handlebars {
  const world = Handlebars.create();
  for (const name of ["log", "lookup"]) world.unregisterHelper(name);
  world.registerHelper("delimit", delimit);
  for (const role of ["system", "user", "assistant"]) {
    world.registerHelper(role, function (this: unknown, { data, fn }: HelperOptions) {
      return `${markOf(data.fence, `#${role}`)}${fn(this)}${markOf(data.fence, "/")}`;
    });
  }
  world.registerHelper("fewshot", function (this: unknown, scene: string, { hash, fn, inverse }: HelperOptions) {
    const chosen = chooseExamples(scenes.get(scene) ?? [], wishOf(hash));
    if (chosen.length === 0) return inverse(this);
    return chosen.map(({ input, output, note = "" }) => fn({ input, output, note })).join("");
  });
  return world;
}

/** `{{delimit "answer" answer}}`, or a block: letter for letter, between tags that stand nowhere in the values. */
function delimit(this: unknown, label: string, ...rest: readonly unknown[]): string {
  const { data, fn } = rest.at(-1) as HelperOptions;
  const tag = `${label}-${data.fence}`;
  return `<${tag}>\n${rest.length > 1 ? String(rest[0]) : fn(this).trim()}\n</${tag}>`;
}

function wishOf(hash: HelperOptions["hash"]): Parameters<typeof chooseExamples>[1] {
  const { query, tags, difficulty, max = 3, tokens } = hash;
  return {
    query: query === undefined ? undefined : String(query),
    tags: Array.isArray(tags) ? tags.map(String) : String(tags ?? "").split(/[\s,|]+/),
    difficulty: difficulty === undefined || difficulty === "" ? undefined : Number(difficulty),
    max: Number(max),
    tokens: tokens === undefined ? undefined : Number(tokens),
  };
}

/**
 * The part of a tag's name that no value can hold: a hash over all values and the
 * seed, so that whoever wrote one of them cannot know it; longer while some value
 * does hold it.
 */
function fenceFor(values: PromptValues, seed: string | number): string {
  const all = JSON.stringify(values);
  const hash = sha256(`${seed}\u0000${all}`);
  let length = 8;
  while (length < hash.length && all.includes(hash.slice(0, length))) length += 4;
  return hash.slice(0, length);
}

/** A sign in the rendered text that no value can hold, since none holds the fence. */
function markOf(fence: string, what: string): string {
  return `\u0000${fence}${what}\u0000`;
}

interface Piece {
  readonly role: Message["role"];
  readonly content: string;
  readonly parts: readonly Part[];
}

/** A stretch of rendered text, and the file that it came from. */
interface Run {
  readonly path: string;
  readonly text: string;
}

/**
 * Takes a rendered text with its signs apart: into the messages that it has, each without
 * blanks around it and none empty, or else into one of the user, as it stands.
 */
function split(
  text: string,
  { fence, files }: { readonly fence: string; readonly files: readonly TemplateFile[] },
): readonly Piece[] {
  const [first = "", ...marked] = text.split(`\u0000${fence}`);
  const hasMessages = marked.some((piece) => piece.startsWith("#"));
  const drafts: Draft[] = [{ role: hasMessages ? null : "user", runs: [{ path: files[0]?.path ?? "", text: first }] }];
  const stack = [0];
  for (const piece of marked) {
    const end = piece.indexOf("\u0000");
    follow(piece.slice(0, end), { drafts, stack });
    drafts.at(-1)?.runs.push({ path: files[stack.at(-1) ?? 0]?.path ?? "", text: piece.slice(end + 1) });
  }
  const pieces = drafts.flatMap(({ role, runs }) => (role === null ? [] : [pieceOf(role, runs, hasMessages)]));
  return hasMessages ? pieces.filter(({ content }) => content !== "") : pieces;
}

/** A sign begins or ends a fragment, or a message. */
function follow(mark: string, { drafts, stack }: { readonly drafts: Draft[]; readonly stack: number[] }): void {
  if (mark.startsWith(">")) stack.push(Number(mark.slice(1)));
  else if (mark === "<") stack.pop();
  else drafts.push({ role: mark === "/" ? null : (mark.slice(1) as Message["role"]), runs: [] });
}

/** A message in the making; what stands between two messages has no role, and belongs to none. */
interface Draft {
  readonly role: Message["role"] | null;
  readonly runs: Run[];
}

function pieceOf(role: Message["role"], runs: readonly Run[], isTrimmed: boolean): Piece {
  const whole = runs.map(({ text }) => text).join("");
  const content = isTrimmed ? whole.trim() : whole;
  const skipped = isTrimmed ? whole.length - whole.trimStart().length : 0;
  const parts: Part[] = [];
  let at = -skipped;
  for (const { path, text } of runs) {
    const start = Math.max(0, at);
    at += text.length;
    const end = Math.min(content.length, at);
    const last = parts.at(-1);
    if (end <= start) continue;
    if (last?.path === path) parts[parts.length - 1] = { ...last, end };
    else parts.push({ path, start, end });
  }
  return { role, content, parts };
}
