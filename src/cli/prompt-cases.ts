import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Config, SuiteConfig } from "../config/index.ts";
import { type Case, InputError, suggestName } from "../core/index.ts";
import { type Dataset, readDataset } from "../dataset/index.ts";
import { contextOrders, type JudgeInput, type JudgeMethod, judgeValues, lackingFor } from "../judge/index.ts";
import { type Dimension, loadDimension, type PromptValues, type TemplateEntry } from "../prompts/index.ts";
import { createReferenceRag, defaultRagOptions } from "../rag/index.ts";
import { type CaseResult, readRun } from "../record/index.ts";
import { ragOptions } from "../run/index.ts";
import { answerValues } from "../target/index.ts";

/** A suite with its dataset. */
export interface SuiteCases {
  readonly suite: SuiteConfig;
  readonly dataset: Dataset;
}

/** What a prompt is filled with for a case. */
export interface Filling {
  readonly values: PromptValues;
  readonly seed?: number;
}

/** Fills a prompt for cases of one suite, as a run does. */
export interface Filler {
  /** @throws InputError when the case needs an answer that no run has given. */
  readonly fill: (evalCase: Case) => Filling;
  /** Whether there is all that filling it needs. */
  readonly canFill: (evalCase: Case) => boolean;
  /** What a person should know of where the values come from. */
  readonly notes: readonly string[];
}

/** What a prompt is filled for. */
interface Wanted {
  /** A judge's prompt belongs to a suite with a model as its judge, others to one whose target renders prompts. */
  readonly purpose: TemplateEntry["kind"];
  readonly caseId: string | undefined;
}

/**
 * The suite that is meant: the one that was named, the only one that renders prompts of
 * this purpose, or else the only one whose dataset has the case.
 *
 * @throws InputError when several would do, or none.
 */
export async function findSuite({ suites }: Config, { purpose, caseId }: Wanted): Promise<SuiteCases> {
  const rendering = suites.filter(({ target, judge }) =>
    purpose === "judge" ? judge?.kind === "llm" : target.kind === "prompt",
  );
  const candidates = rendering.length === 0 ? suites : rendering;
  const read = await Promise.all(
    candidates.map(async (suite) => ({
      suite,
      dataset: await readDataset(suite.dataset, { at: suite.originOf("dataset") }),
    })),
  );
  const having = read.filter(({ dataset }) => caseId === undefined || dataset.cases.some(({ id }) => id === caseId));
  const [found, ...others] = having;
  if (found !== undefined && others.length === 0) return found;
  if (found === undefined) throw unknownCase(caseId ?? "", read);
  throw new InputError({
    code: "prompt-suite-ambiguous",
    what: `${caseId === undefined ? "these suites would do" : `several suites have a case \`${caseId}\``}: ${having.map(({ suite }) => `\`${suite.name}\``).join(", ")}`,
    fix: "name one with `--suite`",
  });
}

/**
 * The case of this id.
 *
 * @throws InputError when the dataset has none.
 */
export function findCase({ suite, dataset }: SuiteCases, caseId: string): Case {
  const found = dataset.cases.find(({ id }) => id === caseId);
  if (found === undefined) throw unknownCase(caseId, [{ suite, dataset }]);
  return found;
}

function unknownCase(caseId: string, read: readonly SuiteCases[]): InputError {
  const names = read.map(({ suite }) => `\`${suite.name}\``).join(", ");
  const ids = read.flatMap(({ dataset }) => dataset.cases.map(({ id }) => id));
  return new InputError({
    code: "case-unknown",
    what: `there is no case \`${caseId}\` in the dataset of ${names}`,
    at: "flag --case",
    fix: suggestName(caseId, ids.length > 20 ? ids.slice(0, 20) : ids),
  });
}

/**
 * Fills prompts of one purpose: those that answer from the suite's retriever, those that
 * judge from the answers of the suite's last run.
 */
export async function createFiller(purpose: TemplateEntry["kind"], cases: SuiteCases): Promise<Filler> {
  return purpose === "judge" ? await judgeFiller(cases.suite) : answerFiller(cases);
}

function answerFiller({ suite: { name, target }, dataset }: SuiteCases): Filler {
  const isOurs = target.kind === "prompt" || target.kind === "builtin";
  const rag = createReferenceRag(dataset.documents, isOurs ? ragOptions(target) : defaultRagOptions);
  return {
    fill: (evalCase) => ({ values: answerValues(evalCase, rag.retrieve(evalCase.query)) }),
    canFill: () => true,
    notes: isOurs
      ? []
      : [`the contexts are those of the reference retriever: the target of \`${name}\` retrieves elsewhere`],
  };
}

async function judgeFiller(suite: SuiteConfig): Promise<Filler> {
  const { judge, prompts, seed, name } = suite;
  if (judge?.kind !== "llm") {
    throw new InputError({
      code: "prompt-needs-judge",
      what: `the suite \`${name}\` has no judge that is a model, so there are no dimensions to ask for`,
      at: suite.originOf("judge"),
      fix: "name a suite with a judge of kind `llm`, or leave out `--case` to see the examples",
    });
  }
  const dimensions = judge.dimensions.map((reference) => loadDimension(prompts, reference));
  const results = await lastResults(suite);
  return {
    notes: results === null ? [] : [`the answers are those of the run ${results.runId}`],
    canFill: ({ id }) => results?.byCase.has(id) === true,
    fill: (evalCase) => {
      const result = results?.byCase.get(evalCase.id);
      if (result === undefined) throw needsRun(evalCase.id, name);
      return { values: judgedValues(result, { dimensions, seed, method: judge.method }), seed };
    },
  };
}

function needsRun(caseId: string, suite: string): InputError {
  return new InputError({
    code: "prompt-needs-run",
    what: `a judge's prompt shows an answer, and the last run of \`${suite}\` has none to the case \`${caseId}\``,
    fix: `run \`touchstone eval ${suite}\` first`,
  });
}

function judgedValues(
  { query, answer, retrieved, references, answerable, language, caseId, repeat }: CaseResult,
  {
    dimensions,
    seed,
    method,
  }: { readonly dimensions: readonly Dimension[]; readonly seed: number; readonly method: JudgeMethod },
): PromptValues {
  const contexts = retrieved.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const input: JudgeInput = {
    query,
    answer: answer ?? "",
    contexts,
    references,
    answerable,
    language,
    caseId,
    repeat,
  };
  const asked = dimensions.filter((dimension) => lackingFor(dimension, input) === undefined);
  const [order = []] = contextOrders(input, { seed, repeats: 1 });
  return judgeValues(input, { asked, order, method });
}

/** What the newest run of a suite answered, first repeats only; null when there is no run. */
async function lastResults({
  reports,
  name,
}: SuiteConfig): Promise<{ readonly runId: string; readonly byCase: ReadonlyMap<string, CaseResult> } | null> {
  const runs = await readdir(join(reports, name)).catch(() => []);
  const newest = [...runs].sort().at(-1);
  if (newest === undefined) return null;
  const { manifest, journal } = await readRun(join(reports, name, newest));
  const answered = [...journal.results(manifest.legend)].filter(
    ({ repeat, answer }) => repeat === 0 && answer !== null,
  );
  return { runId: manifest.runId, byCase: new Map(answered.map((result) => [result.caseId, result])) };
}
