import { isRefusal } from "../text/index.ts";

/**
 * Whether an answer declines to answer; null where it says nothing at all, which is neither an
 * answer nor a refusal. It is told from the words alone, so every judge and a run without one
 * have the same rates.
 */
export function declines(answer: string): boolean | null {
  return answer.trim() === "" ? null : isRefusal(answer);
}
