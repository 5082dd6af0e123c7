import { readFileSync } from "node:fs";
import { expect } from "vitest";

/** One case of an oracle's file. */
export interface VectorCase<Input, Expected> {
  readonly id: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The cases of one file of `tests/oracle/statistics/`, with the comparison at the file's own tolerance. */
export interface Vectors<Input, Expected> {
  readonly cases: readonly VectorCase<Input, Expected>[];
  /** Fails when a key of `expected` is not met by `got`, at any depth; keys that only `got` has are not looked at. */
  readonly check: (got: unknown, expected: unknown) => void;
}

/** Reads one file of `tests/oracle/statistics/`, such as `01-describe`. */
export function readVectors<Input, Expected>(name: string): Vectors<Input, Expected> {
  const text = readFileSync(new URL(`../../tests/oracle/statistics/${name}.json`, import.meta.url), "utf8");
  const { cases, tolerance } = JSON.parse(text) as {
    readonly cases: readonly VectorCase<Input, Expected>[];
    readonly tolerance: { readonly rel: number; readonly abs: number };
  };
  const check = (got: unknown, expected: unknown): void => {
    expect(differences(got, expected, { ...tolerance, path: "" })).toEqual([]);
  };
  return { cases, check };
}

interface Tolerance {
  readonly rel: number;
  readonly abs: number;
  readonly path: string;
}

function differences(got: unknown, expected: unknown, { path, ...tolerance }: Tolerance): readonly string[] {
  if (typeof expected === "number" && typeof got === "number") {
    const isNear = Math.abs(got - expected) <= Math.max(tolerance.abs, tolerance.rel * Math.abs(expected));
    return isNear ? [] : [`${path}: ${got} is not ${expected}`];
  }
  const unlike = [`${path}: ${JSON.stringify(got)} is not ${JSON.stringify(expected)}`];
  if (!isObject(expected) || !isObject(got)) return Object.is(got, expected) ? [] : unlike;
  if (Array.isArray(expected) && expected.length !== got["length"]) return unlike;
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(got[key], value, { ...tolerance, path: `${path}.${key}` }),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
