import { resolve } from "node:path";
import { loadConfig, type SuiteConfig, showPath } from "../config/index.ts";
import { InputError } from "../core/index.ts";
import {
  type Baseline,
  baselineOf,
  deriveSummary,
  formatBaseline,
  readBaselineFile,
  readRun,
  whyNoBaseline,
  writeWhole,
} from "../record/index.ts";
import { mean } from "../stats/index.ts";

interface BaselineFlags {
  readonly config?: string;
  readonly suites?: readonly string[];
}

/** Prints the baseline of each suite. */
export async function showBaselines({ config: path, suites = [] }: BaselineFlags): Promise<void> {
  const config = await loadConfig({ path, flags: { suites }, expandsVariables: false });
  for (const suite of config.suites) {
    process.stdout.write(`${suite.name}: ${await describeBaseline(suite, showPath(suite.baseline, config.root))}\n`);
  }
}

async function describeBaseline(suite: SuiteConfig, path: string): Promise<string> {
  const baseline = await readBaselineFile(suite.baseline, path);
  if (baseline === null)
    return `no baseline at ${path}; make one with \`touchstone eval ${suite.name} --update-baseline\``;
  const cases = Object.values(baseline.cases);
  const commit = baseline.commit === null ? "" : `, commit ${baseline.commit.slice(0, 12)}`;
  return [`${path}, run ${baseline.runId}${commit}, ${cases.length} cases`, ...meansOf(baseline)].join("\n");
}

function meansOf({ cases, scales }: Baseline): readonly string[] {
  return Object.entries(scales).map(([id, scale]) => {
    const values = Object.values(cases).flatMap(({ scores }) => scores[id] ?? []);
    const shown = mean(values)?.toFixed(3) ?? "–";
    return `  ${id}: ${shown}${scale === 1 ? "" : ` of ${scale}`} over ${values.length} of ${Object.keys(cases).length}`;
  });
}

/**
 * Makes a recorded run the baseline of its suite.
 *
 * @throws InputError when the run is partial or has errors.
 */
export async function promoteRun(run: string, { config: path }: BaselineFlags): Promise<void> {
  const { manifest, journal } = await readRun(resolve(run));
  const config = await loadConfig({ path, flags: { suites: [manifest.suite] }, expandsVariables: false });
  const results = journal.results(manifest.legend);
  const refused = whyNoBaseline(manifest, deriveSummary({ manifest, journal, results: results.scores }));
  if (refused !== null) {
    throw new InputError({
      code: "baseline-refused",
      what: `this run cannot become a baseline: ${refused}`,
      at: run,
      fix: "run the whole suite without errors first",
    });
  }
  for (const suite of config.suites) {
    await writeWhole(suite.baseline, formatBaseline(baselineOf(manifest, results)));
    process.stdout.write(`${showPath(suite.baseline, config.root)} written from ${manifest.runId}; commit it\n`);
  }
}
