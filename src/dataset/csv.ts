import type { Problem } from "../core/index.ts";
import { toRaw } from "./csv-cell.ts";
import { type Column, checkHeader, toColumn } from "./csv-header.ts";
import { type CsvRow, type CsvTable, parseCsvTable } from "./csv-table.ts";
import { type Place, placeAt } from "./place.ts";
import { isRawObject, type Raw, type RawObject, type RawRecord } from "./raw.ts";

/**
 * The cases of a CSV text, cell by cell and letter for letter: nothing is cast.
 *
 * A list in a cell is a JSON list, or ids with `|` between them; a comma never
 * separates. A column that is no field of a case becomes metadata.
 *
 * @param name the file as messages call it.
 * @param problems gets what is wrong; rows with a wrong number of cells are all named.
 * @param notes gets the lines of empty rows, which are left out.
 */
export function parseCsv(
  text: string,
  name: string,
  { problems, notes }: { readonly problems: Problem[]; readonly notes?: string[] | undefined },
): readonly RawRecord[] {
  const table = parseCsvTable(text);
  if (table.emptyLines.length > 0) notes?.push(emptyNote(table.emptyLines, name));
  if (table.header === undefined) {
    if (table.fault !== undefined) problems.push(quoteProblem(table, [], name));
    return [];
  }
  const columns = table.header.cells.map(toColumn);
  const isUsable = checkHeader(columns, table, placeAt(`${name}:${table.header.line}`, problems));
  const records = table.rows.flatMap((row) => {
    const at = `${name}:${row.line}`;
    const isWhole = checkLength(row, columns, placeAt(at, problems));
    return isWhole && isUsable ? [{ at, fields: fieldsOf(row, columns, placeAt(at, problems)) }] : [];
  });
  if (table.fault !== undefined) problems.push(quoteProblem(table, columns, name));
  if (table.rows.length === 0 && table.fault === undefined) problems.push(noRows(name));
  return records;
}

function emptyNote(lines: readonly number[], name: string): string {
  if (lines.length === 1) return `${name}: 1 empty row left out (line ${lines[0]})`;
  const shown = lines.slice(0, 3).join(", ");
  return `${name}: ${lines.length} empty rows left out (lines ${shown}${lines.length > 3 ? ", …" : ""})`;
}

function checkLength({ line, cells }: CsvRow, columns: readonly Column[], place: Place): boolean {
  if (cells.length === columns.length) return true;
  place.report({
    code: "dataset-csv-columns",
    what: `line ${line}: ${cells.length} of ${columns.length} columns`,
    fix:
      cells.length > columns.length
        ? "put cells that hold the separator or a line break in quotation marks"
        : "write every cell, also the empty ones, and put cells with line breaks in quotation marks",
  });
  return false;
}

function fieldsOf(row: CsvRow, columns: readonly Column[], place: Place): ReadonlyMap<string, Raw> {
  const fields = new Map<string, Raw>();
  const labels: [string, Raw][] = [];
  for (const [index, { name, kind }] of columns.entries()) {
    const cell = row.cells[index] ?? "";
    if (kind === "none" || cell.trim() === "") continue;
    if (kind === "label") labels.push([name, cell]);
    else fields.set(kind, toRaw(cell, kind, { name, line: row.line, place }));
  }
  const own = fields.get("metadata");
  const metadata: RawObject = Object.fromEntries([...labels, ...(isRawObject(own) ? Object.entries(own) : [])]);
  if (labels.length > 0 && (own === undefined || isRawObject(own))) fields.set("metadata", metadata);
  return fields;
}

function quoteProblem({ fault, rows, header }: CsvTable, columns: readonly Column[], name: string): Problem {
  const { line, column, kind } = fault ?? { line: 1, column: 0, kind: "open" };
  const label = columns[column]?.name ?? String(column + 1);
  const where = `line ${line}, column ${header === undefined && rows.length === 0 ? column + 1 : `\`${label}\``}`;
  const at = `${name}:${line}`;
  if (kind === "open") {
    return {
      code: "dataset-csv-quote",
      what: `${where}: a quotation mark opens a cell that never ends`,
      at,
      fix: "close the cell with a quotation mark; a mark that is part of the text is written twice, in a quoted cell",
    };
  }
  return {
    code: "dataset-csv-quote",
    what: `${where}: quotes inside a cell must be doubled`,
    at,
    why: "the rows below cannot be told apart, so they were not read",
    fix: 'put the whole cell in quotation marks and write each mark in it twice, as in "[""d1""]"',
  };
}

function noRows(name: string): Problem {
  return {
    code: "dataset-empty",
    what: `no cases: ${name} has a header and 0 rows`,
    at: name,
    fix: "add a row for each case",
  };
}
