import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLError } from "yaml";
import { InputError } from "../core/index.ts";

type Path = readonly PropertyKey[];

/** A YAML text with its values and the place of each. */
export interface YamlFile {
  readonly value: unknown;
  /** `file:line` of the value at a path, or of the nearest value around it. */
  readonly placeOf: (path: Path) => string;
}

/**
 * @param name the file as messages call it.
 * @throws InputError with line and column of the first place that is not YAML: the
 * parser is lost behind it, and what it says there misleads.
 */
export function parseYamlFile(text: string, name: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  const fault = firstFault(document);
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.offset);
    throw new InputError({ code: "config-yaml", what: fault.what, at: `${name}:${line}:${col}`, fix: fault.fix });
  }
  return {
    value: document.toJS({ maxAliasCount: maxAliases }) ?? {},
    placeOf: (path) => {
      const node = nodeAt(document.contents, path);
      return node?.range ? `${name}:${lines.linePos(node.range[0]).line}` : name;
    },
  };
}

interface Fault {
  readonly offset: number;
  readonly what: string;
  readonly fix: string;
}

function firstFault(document: Document.Parsed): Fault | undefined {
  const [error] = document.errors;
  if (error === undefined) return aliasFault(document);
  const offset = error.pos[0];
  if (error.code === "DUPLICATE_KEY") {
    return { offset, what: `the key ${keyAt(document, error)} stands twice`, fix: "merge the two into one" };
  }
  return { offset, what: `this is not YAML: ${error.message}`, fix: "mend the line, or quote the value" };
}

function keyAt(document: Document.Parsed, { pos }: YAMLError): string {
  let found = "here";
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.range?.[0] === pos[0]) found = `\`${String(key.value)}\``;
    },
  });
  return found;
}

/** A file that a person wrote has a few aliases; a thousand times a thousand fill the memory. */
const maxAliases = 100;

/** An alias that names nothing, that is a part of what it names, or that is one of too many. */
function aliasFault(document: Document.Parsed): Fault | undefined {
  let fault: Fault | undefined;
  let first: number | undefined;
  visit(document, {
    Alias: (_, alias, path) => {
      const offset = alias.range?.[0] ?? 0;
      first ??= offset;
      const node = alias.resolve(document);
      if (node === undefined) {
        const fix = `write \`&${alias.source}\` before the value that is meant, or quote the value`;
        fault = { offset, what: `the alias \`*${alias.source}\` names nothing above it`, fix };
      } else if (path.includes(node)) {
        fault = {
          offset,
          what: `the alias \`*${alias.source}\` stands inside what it names`,
          fix: "write the value out",
        };
      }
      return fault === undefined ? undefined : visit.BREAK;
    },
  });
  if (fault !== undefined || first === undefined) return fault;
  try {
    document.toJS({ maxAliasCount: maxAliases });
    return undefined;
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { offset: first, what: "the aliases stand for too many values", fix: "write the values out" };
  }
}

/** The key at the path where there is one, since that is where a person looks; else the nearest one around it. */
function nodeAt(root: Node | null, path: Path): Node | null {
  let found: Node | null = null;
  let node: unknown = root;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return found;
      found = pair.key as Node;
      node = pair.value;
    } else {
      const item: unknown = (node as { items?: unknown[] } | null)?.items?.[Number(step)];
      if (item === undefined) return found;
      found = item as Node;
      node = item;
    }
  }
  return found;
}
