import { stat } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { type Problem, throwIfAny } from "../core/index.ts";
import { loadHtmlRenderer, type SuiteOutcome } from "../evaluate.ts";
import { formatJson, formatParquet, writeWhole } from "../record/index.ts";
import {
  answersRenderer,
  machineResult,
  markdownRenderer,
  type Renderer,
  renderJunit,
  runFileRenderer,
} from "../report/index.ts";

const extensions = [".html", ".md", ".xml", ".json", ".run", ".jsonl", ".parquet"];

/** What holds one suite, by extension. */
const ofOneSuite: Readonly<Record<string, string>> = {
  ".html": "an HTML report",
  ".run": "a run file",
  ".jsonl": "a file of answers",
  ".parquet": "a table of results",
};

/**
 * Checks, before anything runs, that every output can be rendered and written.
 *
 * @throws InputError for an extension that no renderer has, for one that holds one suite over several, and for a path that is a
 * folder or lies below a file.
 */
export async function checkOutputs(paths: readonly string[], suites: number): Promise<void> {
  const problems = await Promise.all(
    paths.map(async (path) => [...extensionProblems(path, suites), ...(await placeProblems(path))]),
  );
  throwIfAny(problems.flat());
}

function extensionProblems(path: string, suites: number): readonly Problem[] {
  const at = "flag --output";
  const extension = extname(path).toLowerCase();
  if (!extensions.includes(extension)) {
    const fix = `end the name in one of ${extensions.map((one) => `\`${one}\``).join(", ")}`;
    return [{ code: "flag-output-extension", what: `no report can be written as \`${path}\``, at, fix }];
  }
  const kind = ofOneSuite[extension];
  if (kind === undefined || suites === 1) return [];
  const what = `${kind} holds one suite, and ${suites} are to run`;
  const fix = "name one suite, or make it of each run under `reports/` with `touchstone report <run> --output …`";
  return [{ code: "flag-output-many-suites", what, at, fix }];
}

async function placeProblems(path: string): Promise<readonly Problem[]> {
  const what = (why: string): Problem => ({
    code: "flag-output-place",
    what: `\`${path}\` cannot be written: ${why}`,
    at: "flag --output",
    fix: "give the path of a file",
  });
  const own = await stat(path).catch(() => null);
  if (own?.isDirectory()) return [what("it is a folder")];
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null);
    if (found !== null) return found.isDirectory() ? [] : [what(`\`${folder}\` is a file`)];
    if (folder === dirname(folder)) return [];
  }
}

/** Writes each output over all suites that ran. One that cannot be written is a warning: the verdict stands. */
export async function writeOutputs(paths: readonly string[], outcomes: readonly SuiteOutcome[]): Promise<void> {
  const html = await loadHtmlRenderer();
  for (const path of paths) {
    try {
      await writeWhole(resolve(path), await renderOutput(path, outcomes, html));
    } catch (error) {
      process.stderr.write(`warning: \`${path}\` was not written: ${(error as Error).message}\n`);
    }
  }
}

/** What one output holds, over all suites that ran. */
async function renderOutput(
  path: string,
  outcomes: readonly SuiteOutcome[],
  html: Renderer,
): Promise<string | Uint8Array | Iterable<string>> {
  const extension = extname(path).toLowerCase();
  const [first] = outcomes;
  if (extension === ".parquet" && first !== undefined) return await formatParquet(first.results, first.summary.metrics);
  if (extension === ".json") {
    const results = outcomes.map((outcome) => machineResult(outcome, { report: outcome.report }));
    return formatJson(results.length === 1 ? results[0] : results);
  }
  if (extension === ".xml") return renderJunit(outcomes);
  const renderers = [markdownRenderer, runFileRenderer, answersRenderer];
  const renderer = renderers.find((one) => one.extension === extension) ?? html;
  return joined(outcomes.map((outcome) => renderer.render(outcome)));
}

/** Each text, or all its pieces, with a line between two of them. */
function* joined(texts: readonly (string | Iterable<string>)[]): Generator<string> {
  for (const [i, text] of texts.entries()) {
    if (i > 0) yield "\n";
    if (typeof text === "string") yield text;
    else yield* text;
  }
}
