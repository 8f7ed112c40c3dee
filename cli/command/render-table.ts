/** Aligned columns under a header, one line for each row; columns of numbers, named in `right`, end at the same place. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  const align = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat((widths[column] ?? 0) - [...cell].length);
        return right.includes(header[column] ?? "") ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd();
  return [header, ...rows].map((row) => `${align(row)}\n`).join("");
}
