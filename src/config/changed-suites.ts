import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";

/**
 * The suites whose settings differ between two texts of `touchstone.yaml`; null for all of them, which
 * is so when anything outside of `suites` differs, or the older text cannot be read.
 */
export function changedSuites(before: string, now: string): readonly string[] | null {
  const [old, current] = [readSettings(before), readSettings(now)];
  if (old === null || current === null) return null;
  const { suites: oldSuites, ...oldRest } = old;
  const { suites, ...rest } = current;
  if (!isDeepStrictEqual(oldRest, rest) || !isRecord(oldSuites) || !isRecord(suites)) return null;
  return Object.keys(suites).filter(
    (name) => !(Object.hasOwn(oldSuites, name) && isDeepStrictEqual(oldSuites[name], suites[name])),
  );
}

function readSettings(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
