import { readFileSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/config/index.ts";
import { type MetricParameter, metricDefinitions, spellings } from "../src/metrics/index.ts";

/**
 * Writes what is said twice from where it is said once: the JSON Schema for editors,
 * and the tables in docs/config.md and docs/metrics.md. Run by `npm run docs`; a test
 * checks that what is committed is what this makes.
 */
export function generatedFiles(): Readonly<Record<string, string>> {
  return {
    "touchstone.schema.json": `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
    "docs/config.md": withTable("docs/config.md", configTable()),
    "docs/metrics.md": withTable("docs/metrics.md", metricTable()),
  };
}

const root = new URL("../", import.meta.url);
const begin = "<!-- table: begin -->";
const end = "<!-- table: end -->";

function withTable(path: string, rows: readonly string[]): string {
  const text = readFileSync(new URL(path, root), "utf8");
  return `${text.slice(0, text.indexOf(begin) + begin.length)}\n${rows.join("\n")}\n${text.slice(text.indexOf(end))}`;
}

interface SchemaNode {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

function configTable(): readonly string[] {
  return ["| key | type | meaning |", "| --- | --- | --- |", ...rowsOf(configJsonSchema(), "")];
}

/** One row a key, in the order of the schema; `<name>` stands for a name of the user's. */
function rowsOf(node: SchemaNode, path: string): readonly string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([key, value]) =>
    keyRows(value, path === "" ? key : `${path}.${key}`),
  );
  const inner =
    typeof node.additionalProperties === "object" ? rowsOf(node.additionalProperties, `${path}.<name>`) : [];
  const branches = (node.anyOf ?? node.oneOf ?? []).flatMap((branch) => branchRows(branch, path));
  return [...own, ...inner, ...branches];
}

function keyRows(node: SchemaNode, path: string): readonly string[] {
  if (node.const !== undefined) return [];
  const isUserNamed = typeof node.additionalProperties === "object" && node.additionalProperties.type === "string";
  const row = `| \`${path}\` | ${typeOf(node)} | ${(node.description ?? "").replaceAll("|", "\\|")} |`;
  return isUserNamed || path.endsWith(".body") ? [row] : [row, ...rowsOf(node, path)];
}

/** Targets and judges are described once, under `targets` and `judges`; a setting names one or holds one. */
function branchRows(branch: SchemaNode, path: string): readonly string[] {
  const isDescribedAbove = path.startsWith("defaults.") || path.startsWith("suites.");
  if (isDescribedAbove) return [];
  const kind = branch.properties?.["kind"]?.const;
  return rowsOf(branch, kind === undefined ? path : `${path} (${kind})`);
}

function typeOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(", ");
  if (node.anyOf !== undefined || node.oneOf !== undefined) return "name or object";
  return node.type ?? "any";
}

function metricTable(): readonly string[] {
  return [
    "| id | also written | meaning | source |",
    "| --- | --- | --- | --- |",
    ...metricDefinitions.map(({ name, aliases, parameter, summary, source }) => {
      const ids = spelledOut([name], parameter);
      return `| ${ids} | ${spelledOut(aliases, parameter)} | ${summary} | ${source} |`;
    }),
  ];
}

function spelledOut(names: readonly string[], parameter: MetricParameter): string {
  return names
    .flatMap((name) => spellings(name, parameter))
    .map((one) => `\`${one}\``)
    .join(", ");
}

if (process.argv[1]?.endsWith("generate.ts")) {
  for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(new URL(path, root), text);
}
