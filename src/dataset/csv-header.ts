import type { CsvRow, CsvTable } from "./csv-table.ts";
import { type CaseField, caseFieldOf, nearMiss } from "./fields.ts";
import type { Place } from "./place.ts";

/** A column of a table of cases. */
export interface Column {
  readonly name: string;
  /** `label`: a column that the tool does not know, which becomes metadata. `none`: it has no name. */
  readonly kind: CaseField | "label" | "none";
}

/** What a cell of the header names. */
export function toColumn(cell: string): Column {
  const name = cell.trim();
  if (name === "") return { name, kind: "none" };
  const field = caseFieldOf(name.toLowerCase());
  return { name: field === undefined ? name : name.toLowerCase(), kind: field ?? "label" };
}

/** Whether cases can be read at all; what is wrong with the names goes to the place. */
export function checkHeader(columns: readonly Column[], { rows }: CsvTable, place: Place): boolean {
  const names = columns.map((column) => column.name);
  let isUsable = true;
  for (const field of ["id", "query"] as const) {
    if (columns.some((column) => column.kind === field)) continue;
    isUsable = false;
    place.report({
      code: "dataset-column-missing",
      what: `there is no column \`${field}\`; the columns are ${names.map((name) => `\`${name}\``).join(", ")}`,
      fix:
        field === "id"
          ? "add a column `id`, with an id of its own for each case"
          : "name the column of the questions `query`",
    });
  }
  for (const [index, column] of columns.entries()) {
    checkColumn(column, { index, columns, rows }, place);
  }
  return isUsable;
}

interface ColumnContext {
  readonly index: number;
  readonly columns: readonly Column[];
  readonly rows: readonly CsvRow[];
}

function checkColumn(column: Column, { index, columns, rows }: ColumnContext, place: Place): void {
  if (column.kind === "none") {
    const used = rows.find((row) => row.cells[index] !== undefined && row.cells[index] !== "");
    if (used === undefined) return;
    place.report({
      code: "dataset-csv-header",
      what: `column ${index + 1} has no name and line ${used.line} has a value there`,
      fix: "give the column a name, or remove it",
    });
    return;
  }
  const twin = columns.findIndex(
    (other, at) => at < index && (column.kind === "label" ? other.name === column.name : other.kind === column.kind),
  );
  if (twin !== -1) {
    const first = columns[twin]?.name ?? "";
    place.report({
      code: "dataset-csv-header",
      what:
        first === column.name
          ? `two columns have the name \`${first}\`: ${twin + 1} and ${index + 1}`
          : `the columns \`${first}\` and \`${column.name}\` are both the \`${column.kind}\` of a case`,
      why: "one of the two would be lost",
      fix: "remove one, or give it a name of its own",
    });
  }
  const meant = column.kind === "label" ? nearMiss(column.name.toLowerCase()) : undefined;
  if (meant !== undefined) {
    place.report({
      code: "dataset-unknown-field",
      what: `unknown column \`${column.name}\``,
      why: `it is so close to \`${meant}\` that it is hardly a label of your own`,
      fix: `did you mean \`${meant}\`? Else give it a name that is further away`,
    });
  }
}
