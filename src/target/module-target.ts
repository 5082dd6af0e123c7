import { basename } from "node:path";
import { CaseFailure, InputError, type Problem, sha256, suggestName } from "../core/index.ts";
import { interrupted } from "../llm/index.ts";
import { type Exports, type LoadedModule, loadModule, textOf, usualTimeoutMs } from "./load-module.ts";
import type { ModuleTargetOptions } from "./options.ts";
import { describe, settleAnswer } from "./settle-answer.ts";
import type { Target, TargetRequest } from "./target.ts";

type Ask = (request: TargetRequest, options: { readonly signal: AbortSignal }) => unknown;

/**
 * A function of the user's: `(request, { signal }) => ({ answer, retrieved })`, or a
 * promise of it. The fingerprint holds the hash of its file, not of what that imports.
 *
 * @throws InputError when the file is not there, cannot be loaded or exports no such function.
 */
export async function createModuleTarget(
  options: ModuleTargetOptions,
  { at }: { readonly at?: string | undefined } = {},
): Promise<Target> {
  const { file, timeoutMs = usualTimeoutMs } = options;
  const place = at === undefined ? {} : { at };
  const { exports, source } = await loadTarget(file, { timeoutMs, place });
  const ask = findFunction(exports, options, place);
  return {
    kind: "module",
    fingerprint: { kind: "module", file: basename(file), export: options.export ?? null, hash: sha256(source) },
    ask: async (request, { signal }) => {
      // A copy: what the function does to its request reaches neither the case nor the next repeat.
      const given = await callInTime(() => ask(structuredClone(request), { signal }), { timeoutMs, signal });
      return settleSafely(given);
    },
    close: async () => undefined,
  };
}

type Place = Pick<Problem, "at"> | Record<string, never>;

async function loadTarget(
  file: string,
  { timeoutMs, place }: { readonly timeoutMs: number; readonly place: Place },
): Promise<Extract<LoadedModule, { kind: "loaded" }>> {
  const loaded = await loadModule(file, timeoutMs);
  if (loaded.kind === "loaded") return loaded;
  if (loaded.kind === "missing") {
    const what = `the module \`${file}\` of the target cannot be read (${loaded.why})`;
    throw new InputError({ code: "target-module-missing", what, ...place, fix: "give the path of a file that exists" });
  }
  throw new InputError({
    code: "target-module-broken",
    what: `the module \`${file}\` of the target cannot be loaded: ${loaded.why}`,
    ...place,
    fix: "make the file run by itself, then run again",
  });
}

function findFunction(exports: Exports, options: ModuleTargetOptions, place: Place): Ask {
  const names = options.export === undefined ? ["default", "ask"] : [options.export];
  const name = names.find((one) => typeof exports[one] === "function");
  if (name !== undefined) return exports[name] as Ask;
  const nested = exports["default"];
  // A CommonJS file arrives as its `module.exports` under `default`.
  if (typeof nested === "object" && nested !== null && nested !== exports) {
    return findFunction(nested as Exports, options, place);
  }
  const functions = Object.keys(exports).filter((one) => typeof exports[one] === "function");
  const wanted = names.map((one) => `\`${one}\``).join(" or ");
  throw new InputError({
    code: "target-module-no-function",
    what: `the module \`${options.file}\` exports no function ${wanted}`,
    ...place,
    fix:
      functions.length === 0
        ? "write `export default async function ask({ query }) { return { answer, retrieved }; }`"
        : `set \`export\`: ${suggestName(names[0] ?? "", functions)}`,
  });
}

/** Waits for a function that cannot be stopped from outside; what it gives after the deadline is dropped. */
async function callInTime(
  call: () => unknown,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<unknown> {
  if (signal.aborted) throw interrupted();
  let stop: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    stop = () => reject(interrupted());
    signal.addEventListener("abort", stop, { once: true });
    const message = `the function gave no answer within ${timeoutMs} ms`;
    timer = setTimeout(() => reject(new CaseFailure({ kind: "timeout", message })), timeoutMs);
  });
  try {
    return await Promise.race([callSafely(call), end]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function callSafely(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    throw new CaseFailure({ kind: "target_threw", message: `the function threw ${textOf(error)}`.slice(0, 500) });
  }
}

/** What the function gave, read once: a getter in it may throw as well. */
function settleSafely(given: unknown): ReturnType<typeof settleAnswer> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    const message = `the function must give { answer, retrieved }, and gave ${describe(given)}`;
    throw new CaseFailure({ kind: "bad_answer", message });
  }
  try {
    const { answer, retrieved } = given as { readonly answer?: unknown; readonly retrieved?: unknown };
    // A hole in a list is an entry that is missing, not one that stood further up.
    return settleAnswer({
      answer,
      retrieved: Array.isArray(retrieved) ? Array.from(retrieved as unknown[]) : retrieved,
    });
  } catch (error) {
    if (error instanceof CaseFailure) throw error;
    throw new CaseFailure({
      kind: "target_threw",
      message: `reading what the function gave threw ${textOf(error)}`.slice(0, 500),
    });
  }
}
