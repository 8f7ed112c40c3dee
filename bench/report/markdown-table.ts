/** Formats rows of cells, the header first, as a Markdown table that is also readable in a terminal. */
export function toMarkdownTable(lines: readonly (readonly string[])[]): string {
  const [head = []] = lines;
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = toLine(widths.map((width) => "-".repeat(width)));
  const [first = "", ...others] = lines.map(toLine);
  return [first, rule, ...others].join("\n");
}

/** Formats a number, or a dash if it was not measured. */
export function format(value: number | null, digits: number): string {
  return value === null
    ? "–"
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats whether a target is met. */
export const verdict = (isMet: boolean) => (isMet ? "met" : "not met");
