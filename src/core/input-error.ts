import { showControls } from "./visible.ts";

/** One mistake in what the user gave: config, data, template or flag. */
export interface Problem {
  /** Stable, listed in docs/errors.md, such as `dataset-duplicate-id`. */
  readonly code: string;
  /** One clause, lower case, values in backticks: what was expected and what was found. */
  readonly what: string;
  /** A place that an editor can open: `file`, `file:line`, `file:line:column`, or `flag --name`. */
  readonly at?: string;
  /** Only where it is not plain. */
  readonly why?: string;
  /** An order: what to do. */
  readonly fix?: string;
}

/** What the user gave is wrong. Thrown before the first paid call, with every problem found. Ends as exit 2. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly problems: readonly Problem[];

  constructor(problems: Problem | readonly Problem[]) {
    const list = "code" in problems ? [problems] : problems;
    super(list.map(formatProblem).join("\n"));
    this.problems = list;
  }
}

/** A problem as the terminal shows it, one field a line. */
export function formatProblem({ code, what, at, why, fix }: Problem): string {
  const lines = [`error[${code}]: ${what}`];
  if (at !== undefined) lines.push(`  at:  ${at}`);
  if (why !== undefined) lines.push(`  why: ${why}`);
  if (fix !== undefined) lines.push(`  fix: ${fix}`);
  return showControls(lines.join("\n"), { keepsLines: true });
}

/** Throws one `InputError` with all of `problems`, or does nothing when there are none. */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InputError(problems);
}

/**
 * Runs one step of a check. What the user has to mend goes into `problems`, so that the
 * other steps are checked too and all is told at once; anything else is thrown on.
 */
export async function collectProblems<T>(problems: Problem[], step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}
