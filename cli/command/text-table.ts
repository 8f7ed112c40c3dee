/** A column of a table for people. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned on the right. */
  readonly isNumber?: boolean;
}

/** An aligned table, its lines indented by two. */
export function renderTextTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const align = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return columns[column]?.isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return all.map((row) => `  ${align(row)}\n`).join("");
}

/** A number of bytes for people: kB below a million, else MB. */
export function renderSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `1 document`, `2 documents`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
