import { mkdir } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { type Problem, throwIfAny } from "../core/index.ts";
import { loadHtmlRenderer, type SuiteOutcome } from "../evaluate.ts";
import { formatJson, writeWhole } from "../record/index.ts";
import { machineResult, markdownRenderer, type Renderer, renderJunit } from "../report/index.ts";

const extensions = [".html", ".md", ".xml", ".json"];

/**
 * Checks, before anything runs, that every output can be rendered.
 *
 * @throws InputError for an extension that no renderer has, and for HTML over several suites.
 */
export function checkOutputs(paths: readonly string[], suites: number): void {
  throwIfAny(
    paths.flatMap((path): readonly Problem[] => {
      const extension = extname(path).toLowerCase();
      if (!extensions.includes(extension)) {
        const fix = `end the name in one of ${extensions.map((one) => `\`${one}\``).join(", ")}`;
        return [
          { code: "flag-output-extension", what: `no report can be written as \`${path}\``, at: "flag --output", fix },
        ];
      }
      if (extension !== ".html" || suites === 1) return [];
      const fix = "name one suite, or open the reports under `reports/`, one for each suite";
      return [
        {
          code: "flag-output-many-suites",
          what: `an HTML report holds one suite, and ${suites} are to run`,
          at: "flag --output",
          fix,
        },
      ];
    }),
  );
}

/** Writes each output over all suites that ran. */
export async function writeOutputs(paths: readonly string[], outcomes: readonly SuiteOutcome[]): Promise<void> {
  const html = await loadHtmlRenderer();
  for (const path of paths) {
    await mkdir(dirname(resolve(path)), { recursive: true });
    await writeWhole(resolve(path), renderOutput(path, outcomes, html));
  }
}

/** The text of one output over all suites that ran; HTML holds one suite. */
function renderOutput(path: string, outcomes: readonly SuiteOutcome[], html: Renderer): string {
  const extension = extname(path).toLowerCase();
  if (extension === ".json") {
    const results = outcomes.map((outcome) => machineResult(outcome, { report: outcome.report }));
    return formatJson(results.length === 1 ? results[0] : results);
  }
  if (extension === ".xml") return renderJunit(outcomes);
  if (extension === ".md") return outcomes.map((outcome) => markdownRenderer.render(outcome)).join("\n");
  return outcomes.map((outcome) => html.render(outcome)).join("");
}
