import { loadProviders, type ProviderUse } from "../config/index.ts";
import { exitCodes } from "../core/index.ts";
import { type Diagnosis, diagnose, type ModelDiagnosis } from "../llm/index.ts";
import { listenForInterruption } from "./interruption.ts";

/** The flags of `touchstone doctor`. */
interface DoctorFlags {
  readonly config?: string;
  readonly provider?: string;
  readonly model?: string;
}

/** Looks at providers and prints what was found. Returns the exit code. */
export async function runDoctor({ config: path, provider, model }: DoctorFlags): Promise<number> {
  const uses = await loadProviders({ path, provider });
  if (uses.length === 0) {
    process.stdout.write("no target and no judge calls a model; look at any provider with `--provider <name>`\n");
    return exitCodes.done;
  }
  const { signal, stop } = listenForInterruption();
  const codes: number[] = [];
  try {
    for (const use of uses) codes.push(await lookAt(model === undefined ? use : { ...use, models: [model] }, signal));
  } finally {
    stop();
  }
  return signal.aborted ? exitCodes.interrupted : Math.max(...codes);
}

async function lookAt({ provider, models, problems }: ProviderUse, signal: AbortSignal): Promise<number> {
  process.stdout.write(`${provider.name}\n`);
  if (problems.length > 0) {
    for (const { what, fix } of problems) process.stdout.write(`  ✗ ${what}; ${fix}\n`);
    return exitCodes.wrongInput;
  }
  const key = provider.apiKey === undefined ? "none is sent" : "is set";
  const diagnosis = await diagnose(provider, { models, signal });
  const lines = [`address  ${diagnosis.baseUrl}`, `key      ${key}`, ...describe(diagnosis)];
  process.stdout.write(`${lines.map((line) => `  ${line}\n`).join("")}`);
  const works = "ids" in diagnosis.models || diagnosis.calls.length > 0;
  return works && diagnosis.calls.every(({ error }) => error === null) ? exitCodes.done : exitCodes.undecided;
}

/** So many models are named. */
const fewModels = 8;

function describe({ models, calls, clockAheadMs, limits }: Diagnosis): readonly string[] {
  const listed = "ids" in models ? listOf(models.ids) : `not listed: ${models.error}`;
  const known = new Set("ids" in models ? models.ids : []);
  return [
    `models   ${listed}`,
    ...calls.flatMap((call) => describeCall(call, known)),
    ...(calls.length === 0 ? ["call     none was made: name a model with `--model`"] : []),
    `clock    ${describeClock(clockAheadMs)}`,
    ...Object.entries(limits).map(([name, value]) => `limit    ${name}: ${value}`),
  ];
}

function listOf(ids: readonly string[]): string {
  const more = ids.length > fewModels ? `, and ${ids.length - fewModels} more` : "";
  return ids.length === 0 ? "none" : `${ids.slice(0, fewModels).join(", ")}${more}`;
}

function describeCall(
  { model, latencyMs, error, capabilities }: ModelDiagnosis,
  known: ReadonlySet<string>,
): readonly string[] {
  const missing = known.size > 0 && !known.has(model) ? " (not in its list)" : "";
  if (error !== null) return [`✗ ${model}${missing}: ${error}`];
  const words = { true: "yes", false: "no", null: "not known" };
  const found = Object.entries(capabilities).map(([name, has]) => `${name} ${words[`${has}`]}`);
  return [`✓ ${model}${missing}: one token in ${latencyMs} ms`, `    ${found.join(", ")}`];
}

/** A clock that is off makes a `Retry-After` with a date wrong; headers tell it by the second. */
function describeClock(aheadMs: number | null): string {
  if (aheadMs === null) return "the provider does not tell its time";
  const seconds = Math.round(aheadMs / 1000);
  if (Math.abs(seconds) <= 2) return "agrees with the provider's";
  return `the provider's is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} this machine's`;
}
