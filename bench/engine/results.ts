import { describeMachine } from "../describe-machine";
import { format, toMarkdownTable, verdict } from "../markdown-table";
import type { Figures } from "./figures";
import type { Idle, Row } from "./measure";

/** A run of the bench. */
export interface Results {
  readonly rows: readonly Row[];
  readonly idle: Idle;
  readonly postgresVersion: string;
  readonly date: Date;
}

const SHARE_MIN = 0.6;
const IDLE_CPU_SHARE_MAX = 0.01;
const RESIDENT_MEGABYTES_MAX = 100;

const HEAD = [
  "Runs at once",
  "Steps/s",
  "ratio",
  "step to step p50 ms",
  "ratio",
  "p99 ms",
  "CPU ms per step",
  "Resident MB",
];

/** The machine, the table and the aims as Markdown that is also readable in a terminal. */
export function renderResults({ rows, idle, postgresVersion, date }: Results): string {
  return [
    describeMachine(date, { postgresVersion }),
    "Each cell is executor : bare loop; a ratio of 1 would be the limit itself.",
    toMarkdownTable([HEAD, ...rows.map(toCells)]),
    compareWithAims(rows, idle)
      .map((sentence) => `- ${sentence}`)
      .join("\n"),
  ].join("\n\n");
}

function toCells({ runsAtOnce, executor, bare }: Row): string[] {
  const both = (figure: keyof Figures, digits: number) =>
    `${format(executor[figure], digits)} : ${format(bare[figure], digits)}`;
  const { throughput, latency } = sharesOf({ runsAtOnce, executor, bare });
  return [
    String(runsAtOnce),
    both("requestsPerSecond", 0),
    format(throughput, 2),
    both("p50Ms", 1),
    format(latency, 2),
    both("p99Ms", 1),
    both("cpuMsPerRequest", 2),
    both("residentMegabytes", 0),
  ];
}

/** How much of the bare loop the executor reaches. */
function sharesOf({ executor, bare }: Row) {
  return {
    throughput: executor.requestsPerSecond / bare.requestsPerSecond,
    latency: bare.p50Ms / executor.p50Ms,
  };
}

/** One sentence for each aim. */
function compareWithAims(rows: readonly Row[], idle: Idle): string[] {
  const { cpuShare, residentMegabytes, sleepingRuns, seconds } = idle;
  return [
    ...rows.flatMap((row) => {
      const { throughput, latency } = sharesOf(row);
      const runs = row.runsAtOnce === 1 ? "1 run" : `${row.runsAtOnce} runs`;
      const aim = (share: number) =>
        `${format(share, 2)} of the bare loop; aim ${SHARE_MIN}: ${verdict(share >= SHARE_MIN)}.`;
      return [
        `Steps/s at ${runs}: ${aim(throughput)}`,
        `Step to step at ${runs}, median: ${aim(latency)}`,
      ];
    }),
    `Idle for ${format(seconds, 0)} s with ${sleepingRuns} sleeping runs: ${format(cpuShare && cpuShare * 100, 2)} % of a core; ` +
      `aim under ${IDLE_CPU_SHARE_MAX * 100} %: ${verdictOf(cpuShare, IDLE_CPU_SHARE_MAX)}.`,
    `Resident then: ${format(residentMegabytes, 0)} MB; ` +
      `aim under ${RESIDENT_MEGABYTES_MAX} MB: ${verdictOf(residentMegabytes, RESIDENT_MEGABYTES_MAX)}.`,
  ];
}

const verdictOf = (value: number | null, limit: number) =>
  value === null ? "not measured" : verdict(value < limit);
