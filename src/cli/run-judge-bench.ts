import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { InputError } from "../core/index.ts";
import {
  type BenchRow,
  benchFaithfulness,
  benchMeasured,
  benchPairs,
  benchRefusals,
  type LabelledAnswer,
  type LabelledPair,
  type MeasuredAnswer,
  type ModelReplies,
} from "../judge/index.ts";
import { formatJson } from "../record/index.ts";
import { alignColumns } from "./align-columns.ts";

/** Not in the package, only in a checkout: it is larger than all of the code. */
const kept = fileURLToPath(new URL("../../bench/judge/data", import.meta.url));

/** `touchstone judge bench`. */
export async function benchJudge({
  data = kept,
  json = false,
}: {
  readonly data?: string;
  readonly json?: boolean;
}): Promise<void> {
  const rows = await rowsOf(data);
  process.stdout.write(json ? formatJson({ rows }) : `${formatRows(rows)}\n`);
}

/** The targets are those that the judge was built for. */
async function rowsOf(folder: string): Promise<readonly BenchRow[]> {
  return [
    ...benchFaithfulness("BEGIN", { answers: await read<LabelledAnswer>(folder, "begin"), target: 0.96 }),
    ...benchMeasured("FaithBench", { answers: await read<MeasuredAnswer>(folder, "faithbench"), target: 0.66 }),
    ...benchFaithfulness("cmrc-edits", { answers: await read<LabelledAnswer>(folder, "cmrc-edits"), target: 0.95 }),
    ...benchFaithfulness("clapnq-edits", { answers: await read<LabelledAnswer>(folder, "clapnq-edits"), target: null }),
    ...benchMeasured("UHGEval", { answers: await read<MeasuredAnswer>(folder, "uhgeval"), target: null }),
    ...benchPairs("RAGChecker", await read<LabelledPair>(folder, "ragchecker")),
    ...benchRefusals("NoMIRACL", { replies: await read<ModelReplies>(folder, "nomiracl"), target: 0.97 }),
  ];
}

async function read<T>(folder: string, set: string): Promise<readonly T[]> {
  const path = join(folder, `${set}.jsonl.gz`);
  try {
    const text = gunzipSync(await readFile(path)).toString("utf8");
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as T);
  } catch (cause) {
    throw new InputError({
      code: "judge-bench-data",
      what: `expected the sets of the bench, found no readable \`${set}.jsonl.gz\` (${cause instanceof Error ? cause.message : String(cause)})`,
      at: path,
      why: "the sets are in the repository, not in the package",
      fix: "run it in a checkout of the repository, or name the folder with `--data`",
    });
  }
}

function formatRows(rows: readonly BenchRow[]): string {
  const header = ["set", "half", "n", "measure", "value", "target", "", "beside it"];
  const lines = rows.map(({ set, half, n, measure, value, target, beside }) => [
    set,
    half,
    String(n),
    measure,
    format(value),
    format(target),
    target === null || value === null ? "" : value >= target ? "met" : "not met",
    Object.entries(beside)
      .map(([name, other]) => `${name} ${format(other)}`)
      .join(", "),
  ]);
  return alignColumns([header, ...lines]).join("\n");
}

function format(value: number | null): string {
  return value === null ? "–" : value.toFixed(3);
}
