import type { Progress } from "../run/index.ts";
import { formatCost } from "./format-cost.ts";

/** One line: how many are done, what went wrong, how fast it goes, what it cost, how long it will take, and what it waits for. */
export function describeProgress(progress: Progress): string {
  const { suite, done, planned, waiting } = progress;
  const parts = [`${suite}: ${done} of ${planned} done, ${errorsOf(progress)}`, ...speedOf(progress)];
  const cost = costOf(progress);
  if (cost !== null) parts.push(cost);
  if (waiting !== null)
    parts.push(`waiting for ${waiting.provider} (${waiting.why}), ${duration(waiting.milliseconds)} more`);
  return parts.join(", ");
}

function errorsOf({ errors, errorsByKind }: Progress): string {
  const kinds = [...errorsByKind].map(([kind, count]) => `${count} ${kind}`);
  return `${errors} ${errors === 1 ? "error" : "errors"}${kinds.length === 0 ? "" : ` (${kinds.join(", ")})`}`;
}

/** From a few cases nobody can tell. */
const fewestCases = 5;
const fewestMs = 1_000;

function speedOf({ done, doneBefore, planned, elapsedMs }: Progress): readonly string[] {
  const now = done - doneBefore;
  if (now < fewestCases || elapsedMs < fewestMs || done === planned) return [];
  const perSecond = (now * 1000) / elapsedMs;
  const left = duration(((planned - done) / perSecond) * 1000);
  return [`${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second`, `about ${left} left`];
}

function costOf({ calls }: Progress): string | null {
  return calls === null || calls.requests === 0 ? null : formatCost(calls);
}

/** `8 s`, `3 min 20 s`, `2 h 5 min`. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
