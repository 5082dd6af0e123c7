import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { measureAnswer } from "../../src/judge/bench-offline.ts";
import { halfOf } from "./halves.ts";

/**
 * Keeps of the public sets what the bench needs, in one form.
 *
 * `npx tsx bench/judge/keep-data.ts <folder of the sets>`
 */
function main(folder: string): void {
  mkdirSync("bench/judge/data", { recursive: true });
  keep(
    "begin",
    read(folder, "faith_en_begin/responses.jsonl").map((row) => ({
      id: row["id"],
      half: halfOf(String(row["source"])),
      contexts: [row["source"]],
      answer: row["response"],
      label: row["label"] === "Fully attributable" ? 1 : 0,
    })),
  );
  keep(
    "ragchecker",
    read(folder, "faith_en_ragchecker/pairs.jsonl").map(({ id, query, reference, response_1, response_2, human }) => ({
      id,
      half: halfOf(String(query)),
      reference,
      answers: [response_1, response_2],
      human,
    })),
  );
  keep(
    "nomiracl",
    (["en", "zh"] as const).flatMap((language) =>
      read(folder, `abstain_nomiracl/${language}.jsonl`).map(({ id, answerable, outputs }) => ({
        id,
        language,
        answerable,
        answers: Object.values(outputs as Record<string, string>),
      })),
    ),
  );
  keepNumbers(folder);
}

/** FaithBench is for tests alone (CC BY-NC-SA), the articles of UHGEval are a news agency's: no text of either is kept. */
function keepNumbers(folder: string): void {
  const sources = new Map(read(folder, "faith_en_faithbench/sources.jsonl").map(({ id, text }) => [id, String(text)]));
  keep(
    "faithbench",
    read(folder, "faith_en_faithbench/responses.jsonl").map(({ source_id, response, worst, judges }) => {
      const measured = measureAnswer(String(response), [sources.get(source_id) ?? ""]);
      return {
        half: halfOf(String(source_id)) === "training" ? "looked at" : "held out",
        label: worst === "Questionable" || worst === "Unwanted" ? 0 : 1,
        ...measured,
        beside: { ...measured.beside, ...(judges as Record<string, number | null>) },
      };
    }),
  );
  keep(
    "uhgeval",
    read(folder, "faith_zh_uhgeval/items.jsonl").flatMap(({ source, hallucinated, real }) =>
      [hallucinated, real].map((answer, label) => ({
        half: "never fitted",
        label,
        ...measureAnswer(String(answer), [String(source)]),
      })),
    ),
  );
}

type Row = Readonly<Record<string, unknown>>;

function read(folder: string, path: string): readonly Row[] {
  const lines = readFileSync(join(folder, path), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}

function keep(name: string, rows: readonly Row[]): void {
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  writeFileSync(`bench/judge/data/${name}.jsonl.gz`, gzipSync(`${text}\n`, { level: 9 }));
}

main(process.argv[2] ?? ".");
