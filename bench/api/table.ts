import type { Figures } from "./figures";
import type { Row } from "./measure";

const HEAD = [
  "Call",
  "Connections",
  "Requests/s",
  "ratio",
  "p50 ms",
  "p99 ms",
  "CPU ms per request",
  "ratio",
  "Resident MB",
];

/** The figures as a Markdown table that is also readable in a terminal; each cell is product : bare. */
export function toTable(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(toCells)];
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = toLine(widths.map((width) => "-".repeat(width)));
  const [head = "", ...body] = lines.map(toLine);
  return [head, rule, ...body].join("\n");
}

function toCells({ call, connections, product, bare }: Row): string[] {
  const both = (figure: keyof Figures, digits: number) =>
    `${format(product[figure], digits)} : ${format(bare[figure], digits)}`;
  const ratio = (figure: keyof Figures) => {
    const [ours, limit] = [product[figure], bare[figure]];
    return ours !== null && limit ? format(ours / limit, 2) : "–";
  };
  return [
    call,
    String(connections),
    both("requestsPerSecond", 0),
    ratio("requestsPerSecond"),
    both("p50Ms", 1),
    both("p99Ms", 1),
    both("cpuMsPerRequest", 2),
    ratio("cpuMsPerRequest"),
    both("residentMegabytes", 0),
  ];
}

/** A figure that was not measured is a dash. */
export function format(value: number | null, digits: number): string {
  return value === null
    ? "–"
    : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
