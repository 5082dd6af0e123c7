import type { z } from "zod";
import { nearestName, type Problem } from "../core/index.ts";
import { configJsonSchema } from "./schema.ts";
import type { YamlFile } from "./yaml-file.ts";

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/**
 * What zod found in a value, as problems with a place each. Unknown keys come before
 * what else is wrong with their object, since a misspelt key is why another is missing.
 */
export function problemsOf(issues: readonly Issue[], source: YamlFile): readonly Problem[] {
  return ordered(issues.flatMap(flatten)).flatMap((issue): readonly Problem[] => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, issue.path, source.placeOf));
    const key = issue.path.map(String).join(".");
    const what = `${key === "" ? "the file" : `\`${key}\``} ${wordsFor(issue, source.value)}`;
    return [{ code: "config-value", what, at: source.placeOf(issue.path), fix: fixFor(issue, source.value) }];
  });
}

/** A union tells what its last alternative says: the object, where a name would do too. */
function flatten(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const branch = issue.errors.at(-1) ?? [];
  return branch.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

function ordered(issues: readonly Issue[]): readonly Issue[] {
  const result: Issue[] = [];
  for (const issue of issues) {
    const isInside = ({ path }: Issue): boolean => issue.path.every((step, i) => path[i] === step);
    const first = issue.code === "unrecognized_keys" ? result.findIndex(isInside) : -1;
    result.splice(first === -1 ? result.length : first, 0, issue);
  }
  return result;
}

function wordsFor(issue: Issue, value: unknown): string {
  const isMissing = valueAt(value, issue.path) === undefined;
  if (issue.code === "invalid_union") {
    return `${isMissing ? "is missing: it is" : "must be"} one of ${kindsAt(issue.path.slice(0, -1)).join(", ")}`;
  }
  if (isMissing) return "is missing";
  if (issue.code === "invalid_type" && /expected/i.test(issue.message)) return `must be ${typeWords(issue.expected)}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((one) => `\`${String(one)}\``).join(", ")}`;
  const message = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return /^[A-Z]/.test(message) ? `is wrong: ${message}` : message;
}

function typeWords(type: string): string {
  if (type === "string") return "text";
  const word = type === "record" ? "object" : type;
  return /^[aeio]/.test(word) ? `an ${word}` : `a ${word}`;
}

function fixFor({ path }: Issue, value: unknown): string {
  const written = valueAt(value, path);
  if (path.at(-1) === "margin" && typeof written === "number" && written > 1) return "two percentage points are 0.02";
  return `see \`${documentedKey(path, value)}\` in docs/config.md`;
}

/** The key as the table in docs/config.md has it: without the user's names, below the kind of a target or judge. */
function documentedKey(path: Path, value: unknown): string {
  const isOfFile = Object.hasOwn(configJsonSchema()["properties"] ?? {}, String(path[0] ?? "suites"));
  const steps = (isOfFile ? path : ["suites", "", ...path]).map(String);
  const named = steps[0] === "defaults" ? steps.slice(1) : steps.slice(2);
  const group = steps[0] ?? "suites";
  if (group === "targets" || group === "judges") return keyOfKind(group, named, valueAt(value, path.slice(0, 2)));
  const [setting = "", ...inner] = named;
  if ((setting === "target" || setting === "judge") && inner.length > 0) {
    return keyOfKind(`${setting}s`, inner, valueAt(value, path.slice(0, path.length - inner.length)));
  }
  if (setting === "") return group;
  return known(group === "defaults" ? "defaults" : `${group}.<name>`, named);
}

function keyOfKind(group: string, [key = "kind"]: readonly string[], written: unknown): string {
  const kind = (written as { kind?: unknown } | null | undefined)?.kind;
  return key === "kind" || typeof kind !== "string" ? group : `${group}.<name> (${kind}).${key}`;
}

/** Without the position in a list. */
function known(group: string, keys: readonly string[]): string {
  return [group, ...keys.filter((key) => !/^\d+$/.test(key))].join(".");
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, step) => (node === null || node === undefined ? undefined : (node as Record<PropertyKey, unknown>)[step]),
    value,
  );
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
