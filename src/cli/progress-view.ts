import { progress as clackProgress, type ProgressResult } from "@clack/prompts";
import type { Progress } from "../run/index.ts";
import { describeProgress } from "./describe-progress.ts";

/** Shows how far a run is. */
export interface ProgressView {
  readonly show: (progress: Progress) => void;
  readonly end: () => void;
}

/** Without a terminal a line is written for each tenth, or after so long. */
const quietMs = 10_000;
/** A person does not read faster, and a terminal draws no faster. */
const frameMs = 80;

/**
 * A bar where a person looks at a terminal; else at most one plain line for each tenth
 * and each ten seconds, on stderr, without escape codes. With `json` stdout belongs to
 * the result.
 */
export function createProgressView({ json }: { readonly json: boolean }): ProgressView {
  const isTerminal = process.stdout.isTTY === true && !process.env["CI"] && process.env["TERM"] !== "dumb";
  return isTerminal && !json ? createBar() : createLines();
}

function createBar(): ProgressView {
  let bar: ProgressResult | undefined;
  let suite: string | undefined;
  let shown = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const end = (): void => {
    bar?.stop(suite);
    bar = undefined;
    suite = undefined;
  };
  return {
    end,
    show: (progress) => {
      if (progress.suite !== suite) {
        end();
        suite = progress.suite;
        shown = 0;
        drawnAt = Number.NEGATIVE_INFINITY;
        bar = clackProgress({ max: Math.max(1, progress.planned) });
        bar.start(suite);
      }
      const isOver = progress.done === progress.planned;
      if (!isOver && performance.now() - drawnAt < frameMs) return;
      drawnAt = performance.now();
      bar?.advance(progress.done - shown, describeProgress(progress));
      shown = progress.done;
    },
  };
}

function createLines(): ProgressView {
  let last = "";
  let saidAt = performance.now();
  return {
    end: () => {},
    show: (progress) => {
      const tenth = Math.floor((progress.done / progress.planned) * 10);
      const mark = `${progress.suite} ${tenth}`;
      const isDue = performance.now() - saidAt >= quietMs;
      if (!isDue && (mark === last || tenth === 0)) return;
      last = mark;
      saidAt = performance.now();
      process.stderr.write(`${describeProgress(progress)}\n`);
    },
  };
}
