import { CsvError, parse } from "csv-parse/sync";
import { caseFieldOf } from "./fields.ts";

/** One row with the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The cells of a CSV text. The header is the first row that says anything; blank lines are gone. */
export interface CsvTable {
  readonly header: CsvRow | undefined;
  readonly rows: readonly CsvRow[];
  /** Lines of the rows in which every cell is empty, as Excel leaves them behind: they are gone too. */
  readonly emptyLines: readonly number[];
  /** A quotation mark at which the reading stopped. */
  readonly fault: CsvFault | undefined;
}

interface CsvFault {
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  /** `open`: a cell that begins with a mark never ends. `inside`: a mark stands inside a cell. */
  readonly kind: "open" | "inside";
}

const lineBreak = /\r\n|\n|\r/g;

/**
 * Cuts a CSV text into rows. `,` `;` or a tab separates cells: the one that cuts the
 * first line into most names of fields, and among equals the one it has most of; a
 * first line `sep=;` as Excel writes it decides. Lines may end in CRLF, LF or CR,
 * mixed. Quoted cells keep their line breaks.
 */
export function parseCsvTable(text: string): CsvTable {
  const { delimiter, body } = delimiterOf(text);
  const rows: CsvRow[] = [];
  const emptyLines: number[] = [];
  let line = 1;
  const take = (cells: readonly string[]): null => {
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
    else if (cells.length > 1) emptyLines.push(line);
    // Counted here: csv-parse counts CRLF inside quotes as two lines.
    line += 1 + breaksIn(cells.join(""));
    return null;
  };
  let fault: CsvFault | undefined;
  try {
    parse(body, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      max_record_size: 0,
      on_record: take,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    fault = faultOf(error, line);
  }
  const [header, ...data] = rows;
  return { header, rows: data, emptyLines, fault };
}

/** Where csv-parse stopped. What it has read of the row is in `raw`. */
function faultOf(error: CsvError, line: number): CsvFault {
  const { code, column, raw } = error as CsvError & { readonly column?: unknown; readonly raw?: unknown };
  const at = typeof column === "number" ? column : 0;
  if (code === "CSV_QUOTE_NOT_CLOSED") return { line, column: at, kind: "open" };
  if (code === "INVALID_OPENING_QUOTE" || code === "CSV_INVALID_CLOSING_QUOTE") {
    return { line: line + breaksIn(typeof raw === "string" ? raw : ""), column: at, kind: "inside" };
  }
  throw error;
}

function breaksIn(text: string): number {
  return text.match(lineBreak)?.length ?? 0;
}

function delimiterOf(text: string): { readonly delimiter: string; readonly body: string } {
  const stated = /^sep=(.)(?=[\r\n])/.exec(text);
  if (stated?.[1] !== undefined) return { delimiter: stated[1], body: text.slice(stated[0].length) };
  const header = /^[\r\n]*((?:"[^"]*"|[^"\r\n])*)/.exec(text)?.[1] ?? "";
  const unquoted = header.replace(/"[^"]*"/g, "");
  const marks = [",", ";", "\t"].map((mark) => ({
    mark,
    known: header.split(mark).filter(isKnown).length,
    count: unquoted.split(mark).length - 1,
  }));
  const best = marks.reduce((most, one) =>
    one.known > most.known || (one.known === most.known && one.count > most.count) ? one : most,
  );
  return { delimiter: best.mark, body: text };
}

/** Whether a cell of a header, perhaps in quotation marks, names a field of a case. */
function isKnown(cell: string): boolean {
  return caseFieldOf(cell.replaceAll('"', "").trim().toLowerCase()) !== undefined;
}
