/** Lines of cells, the head first, as a Markdown table that is also readable in a terminal. */
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

/** A figure that was not measured is a dash. */
export function format(value: number | null, digits: number): string {
  return value === null
    ? "–"
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** How an aim is judged. */
export const verdict = (isMet: boolean) => (isMet ? "met" : "not met");
