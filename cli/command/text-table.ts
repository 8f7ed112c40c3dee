/** Renders aligned columns under a header, one line per row; columns in `right` are right-aligned. */
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

/** Indents each line of the given text. */
export const indented = (text: string, spaces = 2) => text.replace(/^(?=.)/gm, " ".repeat(spaces));

/** Formats a time in UTC, to the minute. */
export const renderTime = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace("T", " ") : "never";

/** Formats a number of bytes: in kB below a million, otherwise in MB. */
export function renderSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Formats a count with its noun, such as `1 document` or `2 documents`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
