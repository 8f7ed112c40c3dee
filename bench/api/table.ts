import { format, toMarkdownTable } from "../markdown-table";
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

/** The figures as a Markdown table; each cell is product : bare. */
export function toTable(rows: readonly Row[]): string {
  return toMarkdownTable([HEAD, ...rows.map(toCells)]);
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
