import { progress as clackProgress, type ProgressResult } from "@clack/prompts";
import type { Progress } from "../run/index.ts";

/** Shows how far a run is. */
export interface ProgressView {
  readonly show: (progress: Progress) => void;
  readonly end: () => void;
}

/**
 * A bar where a person looks at a terminal; else at most one plain line for each
 * tenth, on stderr, without escape codes. With `json` stdout belongs to the result.
 */
export function createProgressView({ json }: { readonly json: boolean }): ProgressView {
  const isTerminal = process.stdout.isTTY === true && !process.env["CI"] && process.env["TERM"] !== "dumb";
  return isTerminal && !json ? createBar() : createLines();
}

function createBar(): ProgressView {
  let bar: ProgressResult | undefined;
  let suite: string | undefined;
  let shown = 0;
  const end = (): void => {
    bar?.stop(suite);
    bar = undefined;
    suite = undefined;
  };
  return {
    end,
    show: ({ suite: name, done, planned, errors }) => {
      if (name !== suite) {
        end();
        suite = name;
        shown = 0;
        bar = clackProgress({ max: planned });
        bar.start(name);
      }
      bar?.advance(done - shown, describe({ suite: name, done, planned, errors }));
      shown = done;
    },
  };
}

function createLines(): ProgressView {
  let last = "";
  return {
    end: () => {},
    show: (progress) => {
      const tenth = Math.floor((progress.done / progress.planned) * 10);
      const mark = `${progress.suite} ${tenth}`;
      if (mark === last || tenth === 0) return;
      last = mark;
      process.stderr.write(`${describe(progress)}\n`);
    },
  };
}

function describe({ suite, done, planned, errors }: Progress): string {
  return `${suite}: ${done} of ${planned} done, ${errors} ${errors === 1 ? "error" : "errors"}`;
}
