import { join } from "node:path";
import type { Config } from "./config/index.ts";
import { InputError, type Problem, parseShard, type Shard, throwIfAny } from "./core/index.ts";
import { concludeRun, describeRun, loadHtmlRenderer, type SuiteOutcome } from "./evaluate.ts";
import { hideSecrets, type JournalEvent, type RunRecord, startRun, whatDiffers } from "./record/index.ts";
import { closePlans, type Plan, planSuites, sumCalls, systemClock } from "./run/index.ts";

/** The run of one shard. */
export interface ShardRun extends RunRecord {
  /** As it was given, for messages. */
  readonly folder: string;
}

/** What became of a merge. */
export type Merged =
  | { readonly kind: "merged"; readonly outcome: SuiteOutcome }
  | { readonly kind: "missing"; readonly shards: readonly Shard[] };

/**
 * Makes one run of the runs of shards: the same results, byte for byte, as a run of all
 * cases in one process gives.
 *
 * @param config of the suite of the shards, alone.
 * @throws InputError when the runs are not the shards of one whole, or not of this configuration.
 */
export async function mergeShards(
  config: Config,
  runs: readonly ShardRun[],
  { allowsMissing }: { readonly allowsMissing: boolean },
): Promise<Merged> {
  const missing = missingShards(runs);
  if (missing.length > 0 && !allowsMissing) return { kind: "missing", shards: missing };
  const renderer = await loadHtmlRenderer();
  const plans = await planSuites(config.suites, config.root);
  try {
    const [whole] = plans;
    if (whole === undefined) throw new Error("the suite has no plan");
    const plan = planOf(whole, runs);
    const manifest = hideSecrets(
      await describeRun(plan, { root: config.root, clock: systemClock }),
      plan.suite.secrets,
    );
    throwIfAny(runs.flatMap((run) => differencesOf(run, manifest)));
    const folder = join(plan.suite.reports, plan.suite.name, manifest.runId);
    const writer = startRun(folder, manifest);
    for (const event of eventsOf(plan, runs, missing)) writer.append(event);
    writer.close();
    return {
      kind: "merged",
      outcome: await concludeRun(plan, { manifest, folder, journal: writer.journal }, { root: config.root, renderer }),
    };
  } finally {
    await closePlans(plans);
  }
}

/** The shard of a run, and its other filters. */
function shardOf({ manifest, folder }: ShardRun): { readonly shard: Shard; readonly filters: string } {
  const shard = manifest.planned.filters.map(parseShard).find((one) => one !== null);
  if (shard == null) {
    const what = "the run is not that of a shard";
    throw new InputError({ code: "merge-no-shard", what, at: folder, fix: "leave it out: it is whole by itself" });
  }
  const filters = manifest.planned.filters.filter((one) => parseShard(one) === null);
  return { shard, filters: filters.join(", ") };
}

function missingShards(runs: readonly ShardRun[]): readonly Shard[] {
  const seen = new Map<number, string>();
  const problems: Problem[] = [];
  const all = runs.map((run) => ({ ...shardOf(run), ...run }));
  const [first] = all;
  if (first === undefined) throw new Error("there is nothing to merge");
  for (const { shard, filters, folder, manifest } of all) {
    const at = folder;
    const other = [
      ...(manifest.suite === first.manifest.suite ? [] : [`suite \`${manifest.suite}\``]),
      ...(shard.of === first.shard.of ? [] : [`of ${shard.of} shards`]),
      ...(filters === first.filters ? [] : [`filters \`${filters}\``]),
    ];
    if (other.length > 0) {
      const what = `the run is another one than \`${first.folder}\`: ${other.join(", ")}`;
      problems.push({ code: "merge-other", what, at, fix: "merge the shards of one run" });
    }
    const twice = seen.get(shard.index);
    if (twice !== undefined) {
      const what = `shard ${shard.index} is there twice`;
      problems.push({ code: "merge-twice", what, at, fix: `leave one out; the other one is \`${twice}\`` });
    }
    seen.set(shard.index, folder);
  }
  throwIfAny(problems);
  const { of } = first.shard;
  return Array.from({ length: of }, (_, i) => ({ index: i + 1, of })).filter(({ index }) => !seen.has(index));
}

/** The plan of all cases that the shards had, in dataset order. */
function planOf(whole: Plan, runs: readonly ShardRun[]): Plan {
  const filters = runs[0]?.manifest.planned.filters.filter((one) => parseShard(one) === null) ?? [];
  return {
    ...whole,
    cases: whole.dataset.cases.filter(({ id }) => runs.some(({ journal }) => journal.has(id))),
    filters,
  };
}

function differencesOf(
  { manifest, folder }: ShardRun,
  described: Parameters<typeof whatDiffers>[0],
): readonly Problem[] {
  const differences = whatDiffers(manifest, described);
  if (differences.length === 0) return [];
  const what = `the suite here is not what it was when the shard ran: ${differences.join(", ")}`;
  return [
    {
      code: "run-other",
      what,
      at: folder,
      fix: "merge where the shards ran: the same commit, with the same variables",
    },
  ];
}

function* eventsOf(plan: Plan, runs: readonly ShardRun[], missing: readonly Shard[]): Generator<JournalEvent> {
  for (const { id } of plan.cases) yield* runs.flatMap(({ journal }) => journal.planned(id) ?? []).slice(0, 1);
  let at = "";
  for (const { journal } of runs) {
    for (const event of journal.events()) {
      if (event.at > at) at = event.at;
      if ("caseId" in event) yield event;
    }
  }
  yield endOf(runs, { missing, at });
}

function endOf(
  runs: readonly ShardRun[],
  { missing, at }: { readonly missing: readonly Shard[]; readonly at: string },
): JournalEvent {
  const isFinished = missing.length === 0 && runs.every(({ journal }) => journal.finished !== undefined);
  if (!isFinished) return { event: "stopped", at, why: whyIncomplete(missing) };
  const calls = runs.flatMap(({ journal }) => journal.finished?.calls ?? []);
  return { event: "finished", at, calls: calls.length === 0 ? null : sumCalls(calls) };
}

function whyIncomplete(missing: readonly Shard[]): string {
  const names = missing.map(({ index, of }) => `${index}/${of}`).join(", ");
  return missing.length === 0 ? "a shard did not come to its end" : `shard ${names} is missing`;
}
