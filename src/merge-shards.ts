import { join } from "node:path";
import type { Config } from "./config/index.ts";
import { InputError, type Problem, parseShard, type Shard, throwIfAny } from "./core/index.ts";
import { concludeRun, describeRun, loadHtmlRenderer, type SuiteOutcome } from "./evaluate.ts";
import {
  hideSecrets,
  type JournalEvent,
  type ModelCalls,
  type PlannedEvent,
  type RunRecord,
  startRun,
  whatDiffers,
} from "./record/index.ts";
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
    const events = eventsOf(plan, runs, missing);
    const folder = join(plan.suite.reports, plan.suite.name, manifest.runId);
    const journal = startRun(folder, manifest);
    for (const event of events) journal.append(event);
    journal.close();
    return {
      kind: "merged",
      outcome: await concludeRun(plan, { manifest, folder, events }, { root: config.root, renderer }),
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
  const ids = new Set(
    runs.flatMap(({ events }) => events.flatMap((one) => (one.event === "planned" ? [one.case.caseId] : []))),
  );
  const filters = runs[0]?.manifest.planned.filters.filter((one) => parseShard(one) === null) ?? [];
  return { ...whole, cases: whole.dataset.cases.filter(({ id }) => ids.has(id)), filters };
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

function eventsOf({ dataset }: Plan, runs: readonly ShardRun[], missing: readonly Shard[]): readonly JournalEvent[] {
  const events = runs.flatMap((run) => run.events);
  const place = new Map(dataset.cases.map(({ id }, i) => [id, i]));
  const placeOf = ({ case: { caseId } }: PlannedEvent): number => place.get(caseId) ?? 0;
  const planned = events.filter((one) => one.event === "planned").sort((a, b) => placeOf(a) - placeOf(b));
  const ends = runs.flatMap((run) => run.events.findLast((one) => one.event === "finished") ?? []);
  const calls: readonly ModelCalls[] = ends.flatMap((one) => one.calls ?? []);
  const at =
    events
      .map((one) => one.at)
      .sort()
      .at(-1) ?? "";
  const isFinished = missing.length === 0 && ends.length === runs.length;
  const end: JournalEvent = isFinished
    ? { event: "finished", at, calls: calls.length === 0 ? null : sumCalls(calls) }
    : { event: "stopped", at, why: whyIncomplete(missing) };
  return [...planned, ...events.filter((one) => "caseId" in one), end];
}

function whyIncomplete(missing: readonly Shard[]): string {
  const names = missing.map(({ index, of }) => `${index}/${of}`).join(", ");
  return missing.length === 0 ? "a shard did not come to its end" : `shard ${names} is missing`;
}
