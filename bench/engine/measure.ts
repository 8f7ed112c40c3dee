import { setTimeout as sleep } from "node:timers/promises";
import { readProcessUsage } from "../load/process-trees";
import { toTimes } from "../report/times";
import type { Programs } from "./start-programs";
import { FUNCTION_ID, type RunBurst, SLEEPER_ID, STEPS_PER_RUN } from "./workload";

/** The scope of the measurements. */
export interface Plan {
  /** How often the executor and the bare loop take turns. */
  readonly rounds: number;
  /** How many runs are executed one after another in a burst of single runs. */
  readonly singleRuns: number;
  readonly warmUpRuns: number;
  readonly idleMs: number;
}

/**
 * One row of the table: the figures for this many concurrent runs. A step here corresponds to a request in other tables.
 */
export interface Row {
  readonly runsAtOnce: number;
  readonly executor: Figures;
  readonly bare: Figures;
}

/** The idle executor; null if the system does not provide a figure. */
export interface Idle {
  readonly sleepingRuns: number;
  readonly seconds: number;
  readonly cpuShare: number | null;
  readonly residentMegabytes: number | null;
}

type Side = "executor" | "bare";

const SIDES: readonly Side[] = ["executor", "bare"];
const MANY_RUNS = 40;
const SLEEPING_RUNS = 100;
const BEFORE_IDLE_MS = 3000;
const LOOK_AGAIN_MS = 100;

/** Measures single runs and many concurrent runs after a warm-up. The executor and the bare loop take turns. */
export async function measureSteps(
  programs: Programs,
  plan: Plan,
  onRow: (row: Row) => void,
): Promise<readonly Row[]> {
  await untilSynced(programs);
  for (const side of SIDES) await runBurst(programs, side, plan.warmUpRuns);
  const rows: Row[] = [];
  for (const runsAtOnce of [1, MANY_RUNS]) {
    const bursts: Record<Side, Burst[]> = { executor: [], bare: [] };
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const side of SIDES) {
        const repeats = runsAtOnce === 1 ? plan.singleRuns : 1;
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          bursts[side].push(await runBurst(programs, side, runsAtOnce));
        }
      }
    }
    const row = {
      runsAtOnce,
      executor: toFigures(bursts.executor),
      bare: toFigures(bursts.bare),
    };
    rows.push(row);
    onRow(row);
  }
  return rows;
}

/** Measures the executor while runs are sleeping and nothing is due. */
export async function measureIdle(programs: Programs, { idleMs }: Plan): Promise<Idle> {
  await send(programs, SLEEPER_ID, SLEEPING_RUNS);
  await sleep(BEFORE_IDLE_MS);
  const { pid } = programs.executor;
  const [before, startedMs] = [readProcessUsage(pid), performance.now()];
  await sleep(idleMs);
  const [after, durationMs] = [readProcessUsage(pid), performance.now() - startedMs];
  return {
    sleepingRuns: SLEEPING_RUNS,
    seconds: durationMs / 1000,
    cpuShare: before && after && (after.cpuMs - before.cpuMs) / durationMs,
    residentMegabytes: after && after.residentBytes / 1_000_000,
  };
}

async function runBurst(programs: Programs, side: Side, runs: number): Promise<Burst> {
  const { pid } = programs[side];
  const before = readProcessUsage(pid);
  // The app sends the headers when it has started to record, and the body when all runs have ended.
  const answer = await fetch(`http://127.0.0.1:${programs.app.port}/burst?runs=${runs}`);
  if (side === "executor") await send(programs, FUNCTION_ID, runs);
  else await callBareLoop(programs, runs);
  const { durationMs, gapsMs } = (await answer.json()) as RunBurst;
  const after = readProcessUsage(pid);
  const steps = runs * STEPS_PER_RUN;
  if (gapsMs.length !== steps - runs) {
    throw new Error(`${gapsMs.length} gaps between ${steps} steps: a step was executed twice.`);
  }
  return {
    seconds: durationMs / 1000,
    latenciesMs: gapsMs,
    cpuMs: before && after && after.cpuMs - before.cpuMs,
    residentBytes: after?.residentBytes ?? null,
  };
}

async function send({ executor, eventKey }: Programs, name: string, count: number): Promise<void> {
  const url = `http://127.0.0.1:${executor.port}/e/${eventKey}`;
  const body = JSON.stringify(Array.from({ length: count }, () => ({ name, data: {} })));
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
}

async function callBareLoop({ bare }: Programs, runs: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${bare.port}/?runs=${runs}`);
  if (answer.status !== 200) throw new Error(await answer.text());
}

async function untilSynced({ executor }: Programs): Promise<void> {
  const address = `http://127.0.0.1:${executor.port}/health`;
  while ((await fetch(address)).status !== 200) await sleep(LOOK_AGAIN_MS);
}

/** The results of one server at one number of connections; null if the system does not provide a figure. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number | null;
  readonly residentMegabytes: number | null;
}

/** A burst of requests, with figures from the client and from the server. */
export interface Burst {
  readonly seconds: number;
  /** One value per response, in no particular order. */
  readonly latenciesMs: readonly number[];
  /** The CPU time of the server's process; null if the system does not provide it. */
  readonly cpuMs: number | null;
  readonly residentBytes: number | null;
}

/** Combines several bursts into one; memory is the maximum. */
function toFigures(bursts: readonly Burst[]): Figures {
  const { count, ...times } = toTimes(bursts.flatMap((burst) => burst.latenciesMs));
  const cpuMs = bursts.flatMap((burst) => burst.cpuMs ?? []);
  const residentBytes = bursts.flatMap((burst) => burst.residentBytes ?? []);
  return {
    requestsPerSecond: count / total(bursts.map((burst) => burst.seconds)),
    ...times,
    cpuMsPerRequest: cpuMs.length > 0 ? total(cpuMs) / count : null,
    residentMegabytes: residentBytes.length > 0 ? Math.max(...residentBytes) / 1_000_000 : null,
  };
}

const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
