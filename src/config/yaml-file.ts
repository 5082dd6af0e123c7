import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import { InputError, nearestName, type Problem } from "../core/index.ts";
import { configJsonSchema } from "./schema.ts";

type Path = readonly PropertyKey[];

/** A YAML text with its values and the place of each. */
export interface YamlFile {
  readonly value: unknown;
  /** `file:line` of the value at a path, or of the nearest value around it. */
  readonly placeOf: (path: Path) => string;
}

/**
 * @param name the file as messages call it.
 * @throws InputError with line and column for each place that is not YAML.
 */
export function parseYamlFile(text: string, name: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new InputError(
      document.errors.map((error): Problem => {
        const { line, col } = lines.linePos(error.pos[0]);
        return {
          code: "config-yaml",
          what: `this is not YAML: ${error.message}`,
          at: `${name}:${line}:${col}`,
          fix: "mend the line, or quote the value",
        };
      }),
    );
  }
  return {
    value: document.toJS() ?? {},
    placeOf: (path) => {
      const node = nodeAt(document.contents, path);
      return node?.range ? `${name}:${lines.linePos(node.range[0]).line}` : name;
    },
  };
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

/** What zod found, as problems with a place each. */
export function problemsOf(issues: readonly z.core.$ZodIssue[], placeOf: YamlFile["placeOf"]): readonly Problem[] {
  return issues.flatMap((issue): readonly Problem[] => {
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      const branch = issue.errors.at(-1) ?? [];
      return problemsOf(
        branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
        placeOf,
      );
    }
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, issue.path, placeOf));
    const key = issue.path.map(String).join(".");
    return [{ code: "config-value", what: `\`${key || "the file"}\` ${wordsFor(issue)}`, at: placeOf(issue.path) }];
  });
}

function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && /expected/i.test(issue.message)) return `must be ${articleFor(issue.expected)}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((value) => `\`${String(value)}\``).join(", ")}`;
  if (issue.code === "invalid_union") return `must be one of ${kindsAt(issue.path.slice(0, -1)).join(", ")}`;
  return /^[A-Z]/.test(issue.message) ? `is wrong: ${issue.message}` : issue.message;
}

function articleFor(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unknownKey(key: string, path: Path, placeOf: YamlFile["placeOf"]): Problem {
  const known = knownKeysAt(path);
  const nearest = nearestName(key, known);
  const where = path.length === 0 ? "" : ` in \`${path.map(String).join(".")}\``;
  const fix =
    nearest === undefined
      ? `known here: ${known.map((one) => `\`${one}\``).join(", ")}`
      : `did you mean \`${nearest}\`?`;
  return { code: "config-unknown-key", what: `unknown key \`${key}\`${where}`, at: placeOf([...path, key]), fix };
}

interface SchemaNode {
  readonly const?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

function knownKeysAt(path: Path): readonly string[] {
  return [...new Set(schemasAt(path).flatMap((node) => Object.keys(node.properties ?? {})))];
}

function kindsAt(path: Path): readonly string[] {
  return schemasAt(path).flatMap((node) =>
    node.properties?.["kind"]?.const ? [`\`${node.properties["kind"].const}\``] : [],
  );
}

function schemasAt(path: Path): readonly SchemaNode[] {
  let nodes = alternatives(configJsonSchema());
  for (const step of path) {
    nodes = nodes.flatMap((node) => {
      const next = node.properties?.[String(step)] ?? node.additionalProperties;
      return typeof next === "object" ? alternatives(next) : [];
    });
  }
  return nodes;
}

function alternatives(node: SchemaNode): readonly SchemaNode[] {
  const inner = node.anyOf ?? node.oneOf;
  return inner === undefined ? [node] : inner.flatMap(alternatives);
}
