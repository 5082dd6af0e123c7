import { loadConfig } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import { mergeShards, type ShardRun } from "../merge-shards.ts";
import { findRuns, readRun } from "../record/index.ts";
import { checkOutputs, writeOutputs } from "./outputs.ts";
import { printOutcomes } from "./print-outcomes.ts";

/** The flags of `touchstone merge` as they were typed. */
interface MergeRequest {
  readonly runs: readonly string[];
  readonly config?: string;
  readonly output?: readonly string[];
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly json?: boolean;
  readonly allowMissing?: boolean;
}

/** Merges the runs of shards. Returns the exit code. */
export async function runMerge(request: MergeRequest): Promise<number> {
  const { config: path, output = [], baseline, updateBaseline, json = false, allowMissing = false } = request;
  const runs = await readShards(request.runs);
  const suite = runs[0]?.manifest.suite ?? "";
  const config = await loadConfig({ path, flags: { suites: [suite], baseline, updateBaseline } });
  await checkOutputs(output, 1);
  const merged = await mergeShards(config, runs, { allowsMissing: allowMissing });
  if (merged.kind === "missing") {
    const names = merged.shards.map(({ index, of }) => `${index}/${of}`).join(", ");
    process.stderr.write(
      `nothing was merged: shard ${names} of ${suite} is missing; run it, or merge the rest with \`--allow-missing\`\n`,
    );
    return exitCodes.undecided;
  }
  printOutcomes([merged.outcome], json);
  await writeOutputs(output, [merged.outcome]);
  return merged.outcome.exitCode;
}

async function readShards(paths: readonly string[]): Promise<readonly ShardRun[]> {
  const folders: string[] = [];
  for (const path of paths) {
    const found = await findRuns(path);
    if (found.length === 0) {
      const what = `there is no run at \`${path}\``;
      throw new InputError({ code: "run-missing", what, fix: "give the folder of a run, or one that holds some" });
    }
    folders.push(...found);
  }
  return await Promise.all([...new Set(folders)].map(async (folder) => ({ ...(await readRun(folder)), folder })));
}
