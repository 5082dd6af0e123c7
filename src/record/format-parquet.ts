import type { BasicType } from "hyparquet-writer";
import type { Score } from "../core/index.ts";
import type { MetricLegend } from "./manifest.ts";
import type { CaseResult } from "./result.ts";

/** One column: a name, and a value for each result. */
interface Column {
  readonly name: string;
  readonly type: BasicType;
  readonly read: (result: CaseResult) => unknown;
}

/** What every result has, beside its scores; an absent value is null. */
const columns: readonly Column[] = [
  { name: "caseId", type: "STRING", read: ({ caseId }) => caseId },
  { name: "repeat", type: "INT32", read: ({ repeat }) => repeat },
  { name: "language", type: "STRING", read: ({ language }) => language },
  { name: "answerable", type: "BOOLEAN", read: ({ answerable }) => answerable },
  { name: "labels", type: "STRING", read: ({ labels }) => JSON.stringify(labels) },
  { name: "query", type: "STRING", read: ({ query }) => query },
  { name: "answer", type: "STRING", read: ({ answer }) => answer },
  { name: "error", type: "STRING", read: ({ error }) => error?.kind ?? null },
  { name: "promptTokens", type: "INT32", read: ({ usage }) => usage?.promptTokens ?? null },
  { name: "completionTokens", type: "INT32", read: ({ usage }) => usage?.completionTokens ?? null },
];

/**
 * Results as a Parquet file: a row for each case and repeat, a column of doubles for each
 * metric and dimension by its id, null unless it was scored, and a column `<id>:state` that
 * says `scored`, `absent` or `error`.
 */
export async function formatParquet(
  results: Iterable<CaseResult>,
  legend: readonly Pick<MetricLegend, "id" | "stage">[],
): Promise<Uint8Array> {
  // Loaded here: few runs ask for it.
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const all = [...columns, ...legend.flatMap(scoreColumns)];
  const columnData = all.map(({ name, type }) => ({ name, type, data: [] as unknown[], nullable: true }));
  for (const result of results) for (const [i, { read }] of all.entries()) columnData[i]?.data.push(read(result));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function scoreColumns({ id, stage }: Pick<MetricLegend, "id" | "stage">): readonly Column[] {
  const scoreOf = (result: CaseResult): Score | undefined => result[stage][id];
  const read = (result: CaseResult): number | null => {
    const score = scoreOf(result);
    return score?.kind === "scored" ? score.value : null;
  };
  return [
    { name: id, type: "DOUBLE", read },
    { name: `${id}:state`, type: "STRING", read: (result) => scoreOf(result)?.kind ?? null },
  ];
}
