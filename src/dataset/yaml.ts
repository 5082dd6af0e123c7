import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from "yaml";
import type { Problem } from "../core/index.ts";
import { describeRaw, isRawObject, Plain, type Raw, type RawRecord } from "./raw.ts";

/** A YAML text as a value, with the line of each node. */
export interface YamlText {
  readonly value: Raw;
  /** By entry of the list at the top, 0-based: the line on which it begins. */
  readonly lines: readonly number[];
}

/**
 * Reads a YAML text with its scalars letter for letter: `007`, `1e3` and `2024-01-02`
 * stay what they are, and whoever knows that a number or a boolean is due casts it.
 *
 * @param name the file as messages call it.
 * @param problems gets each fault with line and column; then nothing is returned.
 */
export function parseYaml(
  text: string,
  name: string,
  { problems }: { readonly problems: Problem[] },
): YamlText | undefined {
  const counter = new LineCounter();
  // Without a schema no scalar is cast, and none is refused for what it looks like.
  const document = parseDocument(text, { schema: "failsafe", lineCounter: counter, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const faults = [...document.errors, ...document.warnings];
  for (const fault of faults) problems.push({ ...tell(fault), at: place(fault.pos[0]) });
  if (faults.length > 0) return undefined;
  const reader: Reader = { document, problems, place, done: new Map(), open: new Set() };
  const value = toRaw(document.contents, reader);
  const items = isSeq(document.contents) ? document.contents.items : [];
  const lines = items.map((item) => counter.linePos((item as Node | null)?.range?.[0] ?? 0).line);
  return { value, lines };
}

/** What the reader found, in words for somebody who does not know the reader. */
function tell({ code, message }: Pick<YAMLError, "code" | "message">): Pick<Problem, "code" | "what" | "fix"> {
  if (code === "DUPLICATE_KEY") {
    return { code: "dataset-duplicate-key", what: "a key stands twice in one object", fix: "keep one of the two" };
  }
  if (code === "MULTIPLE_DOCS") {
    return {
      code: "dataset-yaml",
      what: "a second YAML document begins here",
      fix: "remove the `---` between the two",
    };
  }
  return {
    code: "dataset-yaml",
    what: `this is not YAML: ${message}`,
    fix: "mend the line, or put the value in quotation marks",
  };
}

/** The cases of a YAML text: a list at the top, one object a case. */
export function parseYamlCases(
  text: string,
  name: string,
  { problems }: { readonly problems: Problem[] },
): readonly RawRecord[] {
  const parsed = parseYaml(text, name, { problems });
  if (parsed === undefined || parsed.value === null) return [];
  if (!Array.isArray(parsed.value)) {
    problems.push({
      code: "dataset-not-an-object",
      what: `the file must be a list of cases, not ${describeRaw(parsed.value)}`,
      at: `${name}:1`,
      fix: "write `- id: …` for each case, with no key above them",
    });
    return [];
  }
  return parsed.value.flatMap((item: Raw, index): readonly RawRecord[] => {
    const at = `${name}:${parsed.lines[index] ?? 1}`;
    if (isRawObject(item)) return [{ at, fields: new Map(Object.entries(item)) }];
    const what = `a case must be an object, not ${describeRaw(item)}`;
    problems.push({
      code: "dataset-not-an-object",
      what,
      at,
      fix: "write it as `- id: …`, with its other fields below",
    });
    return [];
  });
}

interface Reader {
  readonly document: Document;
  readonly problems: Problem[];
  readonly place: (offset: number) => string;
  /** Anchors are read once and shared, so that nested aliases cannot blow up. */
  readonly done: Map<Node, Raw>;
  /** The nodes around the one being read: an alias to one of them never ends. */
  readonly open: Set<Node>;
}

function toRaw(node: unknown, reader: Reader): Raw {
  if (isAlias(node)) {
    const target = node.resolve(reader.document);
    if (target !== undefined && !reader.open.has(target)) return toRaw(target, reader);
    const at = reader.place(node.range?.[0] ?? 0);
    reader.problems.push({
      code: "dataset-yaml",
      what: `the alias \`*${node.source}\` holds itself`,
      at,
      fix: "write it out",
    });
    return null;
  }
  if (isScalar(node)) return scalarOf(node);
  if (!isMap(node) && !isSeq(node)) return null;
  const known = reader.done.get(node);
  if (known !== undefined) return known;
  reader.open.add(node);
  const value = isMap(node) ? objectOf(node, reader) : node.items.map((item) => toRaw(item, reader));
  reader.open.delete(node);
  reader.done.set(node, value);
  return value;
}

function objectOf(node: YAMLMap, reader: Reader): Raw {
  return Object.fromEntries(
    node.items.map(({ key, value }) => {
      const name = isScalar(key) ? String(key.source ?? key.value) : String(key);
      return [name, toRaw(value, reader)];
    }),
  );
}

function scalarOf({ type, source, value }: { type?: string; source?: string; value: unknown }): Raw {
  const text = String(value ?? "");
  if (type !== "PLAIN") return text;
  const plain = source ?? text;
  return ["", "~", "null", "Null", "NULL"].includes(plain) ? null : new Plain(plain, "yaml");
}
