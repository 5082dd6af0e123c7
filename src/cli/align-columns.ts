/** Rows of a table as lines: every column is as wide as its widest cell, with two blanks between. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => rows.reduce((w, row) => Math.max(w, row[column]?.length ?? 0), 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
