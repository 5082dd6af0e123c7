import { extname, resolve } from "node:path";
import { type Ablation, ablatePrompt } from "../ablate-prompt.ts";
import { type Flags, loadConfig } from "../config/index.ts";
import { exitCodes, InputError } from "../core/index.ts";
import { formatJson, writeWhole } from "../record/index.ts";
import { ablationMarkdown, formatAblation } from "./ablation-table.ts";
import { choosePromptSuite } from "./choose-prompt-suite.ts";
import { listenForInterruption } from "./interruption.ts";
import { checkOutputs } from "./outputs.ts";
import { runLong } from "./run-long.ts";

/** The flags of `touchstone ablate` as they were typed. */
export interface AblateRequest extends Omit<Flags, "suites" | "prompt"> {
  readonly prompt: string;
  readonly suite: string | undefined;
  readonly config?: string;
  readonly output?: readonly string[];
  readonly json?: boolean;
}

/** Ablates a prompt from the command line. Returns the exit code: it is a measurement, so no gate fails by it. */
export async function runAblate(request: AblateRequest): Promise<number> {
  const { suite, prompt, config: path, output = [], json = false, ...flags } = request;
  const config = choosePromptSuite(
    await loadConfig({ path, flags: { ...flags, suites: suite === undefined ? [] : [suite] } }),
  );
  await checkAblationOutputs(output);
  const { signal, stop } = listenForInterruption();
  try {
    const ablation = await runLong({ json, signal }, (options) => ablatePrompt(config, prompt, options));
    process.stdout.write(json ? formatJson(ablation) : `${formatAblation(ablation)}\n`);
    for (const file of output) await writeWhole(resolve(file), textOf(file, ablation));
    if (signal.aborted) return exitCodes.interrupted;
    return ablation.isComplete ? exitCodes.done : exitCodes.undecided;
  } finally {
    stop();
  }
}

async function checkAblationOutputs(paths: readonly string[]): Promise<void> {
  const wrong = paths.find((path) => ![".md", ".json"].includes(extname(path).toLowerCase()));
  if (wrong !== undefined) {
    const what = `no table can be written as \`${wrong}\``;
    throw new InputError({
      code: "flag-output-extension",
      what,
      at: "flag --output",
      fix: "end the name in `.md` or `.json`",
    });
  }
  await checkOutputs(paths, 1);
}

function textOf(path: string, ablation: Ablation): string {
  return extname(path).toLowerCase() === ".json" ? formatJson(ablation) : ablationMarkdown(ablation);
}
