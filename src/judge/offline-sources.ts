import { latinWordsOf, normalizeText, numbersOf } from "../text/index.ts";
import { withoutMarks } from "./offline-marks.ts";
import { isNumber, type Statement, statementsOf } from "./offline-units.ts";

/** The contexts of an answer in the forms that its sentences are held against. */
export interface Sources {
  readonly statements: readonly (Statement & { readonly known: ReadonlySet<string> })[];
  readonly units: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Whole, normalised: what an answer may have copied. */
  readonly texts: readonly string[];
}

/** Contexts with their own citation marks and without them, since an answer may have been copied either way. */
export function sourcesOf(contexts: readonly string[]): Sources {
  const readings = [...new Set(contexts.flatMap((text) => [text, withoutMarks(text, contexts.length)]))];
  const statements = readings
    .flatMap((reading) => statementsOf(reading))
    .map((statement) => ({ ...statement, known: new Set(statement.stems) }));
  const units = new Set(statements.flatMap((statement) => statement.units));
  return {
    statements,
    units,
    stems: new Set(statements.flatMap(({ stems }) => stems)),
    numbers: new Set([...contexts.flatMap(numbersOf), ...[...units].filter(isNumber)]),
    words: new Set(contexts.flatMap(latinWordsOf)),
    texts: readings.map(normalizeText),
  };
}
