import {
  describeMachine,
  format,
  judgeTarget,
  toList,
  toMarkdownTable,
  verdict,
} from "../report/report";
import type { Figures, Idle, Row } from "./measure";

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

/** Renders the machine, the table and the targets as Markdown that is also readable in a terminal. */
export function renderResults({ rows, idle, postgresVersion, date }: Results): string {
  return [
    describeMachine(date, { postgresVersion }),
    "Each cell is executor : bare loop. A ratio of 1 means that the executor reaches the limit.",
    toMarkdownTable([HEAD, ...rows.map(toCells)]),
    toList(compareWithAims(rows, idle)),
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

/** Returns the executor's figures as shares of the bare loop's. */
function sharesOf({ executor, bare }: Row) {
  return {
    throughput: executor.requestsPerSecond / bare.requestsPerSecond,
    latency: bare.p50Ms / executor.p50Ms,
  };
}

/** Returns one sentence for each target. */
function compareWithAims(rows: readonly Row[], idle: Idle): string[] {
  const { cpuShare, residentMegabytes, sleepingRuns, seconds } = idle;
  const idleCpu = `Idle for ${format(seconds, 0)} s with ${sleepingRuns} sleeping runs: ${format(cpuShare && cpuShare * 100, 2)}% of a core`;
  return [
    ...rows.flatMap((row) => {
      const { throughput, latency } = sharesOf(row);
      const runs = row.runsAtOnce === 1 ? "1 run" : `${row.runsAtOnce} runs`;
      const toTarget = (share: number) =>
        `${format(share, 2)} of the bare loop; target ${SHARE_MIN}: ${verdict(share >= SHARE_MIN)}.`;
      return [
        `Steps/s at ${runs}: ${toTarget(throughput)}`,
        `Step to step at ${runs}, median: ${toTarget(latency)}`,
      ];
    }),
    judgeTarget(idleCpu, cpuShare, ["under", IDLE_CPU_SHARE_MAX, `${IDLE_CPU_SHARE_MAX * 100}%`]),
    judgeTarget(`Resident then: ${format(residentMegabytes, 0)} MB`, residentMegabytes, [
      "under",
      RESIDENT_MEGABYTES_MAX,
      `${RESIDENT_MEGABYTES_MAX} MB`,
    ]),
  ];
}
