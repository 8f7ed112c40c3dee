import { setTimeout as sleep } from "node:timers/promises";
import { sendAtRate } from "../load/generate-load";
import { readTreePssBytes, readTreesCpuMs } from "../load/process-trees";
import {
  type BurstBounds,
  type BurstFigures,
  type DeliveryFigures,
  measureOneAtATime,
  runBurst,
  startCpuMeter,
} from "./run-burst";
import type { CallName, Side, SideName, Sides } from "./side";

/** The scope of the measurements. */
export interface Plan {
  readonly rounds: number;
  /** The time limit for the calls, counted from the start of the bench; a round that would end later is not begun. */
  readonly timeMaxMs: number;
  /** The warm-up, because a request costs up to three times as much until V8 has compiled the hot code. */
  readonly warmUp: BurstBounds;
  readonly burst: BurstBounds;
  /** The numbers of concurrent callers. The targets are for 10. */
  readonly callers: readonly number[];
  /** How long to wait at most for the product to finish what the calls left to do, before notifications are measured. */
  readonly quietMaxMs: number;
  /** The idle product. */
  readonly idle: IdlePlan;
  /** How many changes are made one at a time, and how many at a rate of ten per second. */
  readonly oneAtATime: { readonly changes: number; readonly timeMaxMs: number };
  readonly changesAtRate: number;
}

/** The figures of one side's call in one round. */
export interface Measured {
  readonly side: SideName;
  readonly call: CallName;
  readonly callers: number;
  readonly figures: BurstFigures;
}

/** The CPU time per change of all processes of one side in one round, at ten changes per second; null if it is unknown. */
export interface AtRate {
  readonly side: SideName;
  readonly isNotifying: boolean;
  readonly cpuMs: number | null;
}

/** The results of all rounds, in the order in which they were measured. */
export interface Measurements {
  rounds: number;
  readonly callers: readonly number[];
  readonly bursts: Measured[];
  readonly oneAtATime: { readonly side: SideName; readonly figures: DeliveryFigures }[];
  readonly atRate: AtRate[];
}

/** The context that the rounds need besides the sides. */
export interface MeasureContext {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** The time at the start of the bench, from `performance.now()`. */
  readonly startMs: number;
}

/** The calls, in the order in which they are measured. */
const CALLS: readonly CallName[] = ["create", "report", "verifiedReport", "read"];

/**
 * Measures everything in rounds, after a warm-up. In each round, the sides take turns. Notifications come last, because
 * hashing the files of the reports costs several times as much as the notifications that are measured.
 */
export async function measure(
  sides: Sides,
  plan: Plan,
  context: MeasureContext,
): Promise<Measurements> {
  const { callers } = plan;
  const results: Measurements = { rounds: 0, callers, bursts: [], oneAtATime: [], atRate: [] };
  context.say("Warming up…");
  for (const call of CALLS) {
    for (const side of sides.all) {
      await runBurst(sides, { side, call, callers: 10 }, plan.warmUp, context.signal);
    }
  }
  context.say("Measuring the calls…");
  let longestMs = 0;
  while (results.rounds < plan.rounds) {
    const roundMs = performance.now();
    if (results.rounds > 0 && roundMs + longestMs > context.startMs + plan.timeMaxMs) break;
    await measureCalls(sides, plan, results, context.signal);
    longestMs = Math.max(longestMs, performance.now() - roundMs);
    results.rounds += 1;
    context.say(`  round ${results.rounds}: ${Math.round((performance.now() - roundMs) / 1000)} s`);
  }
  context.say("Waiting until the product is idle, then measuring notifications…");
  await untilQuiet(sides.product, plan.quietMaxMs, context.signal);
  for (let round = 0; round < results.rounds; round += 1) {
    for (const side of rotate(sides.all, round).filter((each) => each.isNotifying)) {
      await measureNotifications(sides, side, plan, results, context.signal);
    }
  }
  return results;
}

async function measureCalls(
  sides: Sides,
  plan: Plan,
  { rounds, bursts }: Measurements,
  signal: AbortSignal,
): Promise<void> {
  // The order rotates, so that no side always comes first.
  const inTurn = rotate(sides.all, rounds);
  for (const callers of plan.callers) {
    for (const call of CALLS) {
      for (const side of inTurn) {
        const figures = await runBurst(sides, { side, call, callers }, plan.burst, signal);
        if (figures) bursts.push({ side: side.name, call, callers, figures });
      }
    }
  }
}

async function measureNotifications(
  sides: Sides,
  side: Side,
  plan: Plan,
  { oneAtATime, atRate }: Measurements,
  signal: AbortSignal,
): Promise<void> {
  const { name } = side;
  const figures = await measureOneAtATime(sides, side, plan.oneAtATime, signal);
  oneAtATime.push({ side: name, figures });
  for (const isNotifying of name === "product" ? [true, false] : [true]) {
    const cpuMs = await measureAtRate(sides, side, plan.changesAtRate, isNotifying, signal);
    atRate.push({ side: name, isNotifying, cpuMs });
  }
}

const rotate = (sides: readonly Side[], by: number) => {
  const first = by % sides.length;
  return [...sides.slice(first), ...sides.slice(0, first)];
};

/** This rate is low enough that each notification usually contains a single change. */
const PER_SECOND = 10;
const RATE_ARRIVAL_TIMEOUT_MS = 30_000;
const RATE_REST_MS = 500;

/**
 * Measures a side's CPU time per document, including the delivery of the notification, when ten documents per second are
 * created.
 */
async function measureAtRate(
  { arrivals, setWebhook }: Pick<Sides, "arrivals" | "setWebhook">,
  side: Side,
  count: number,
  isNotifying: boolean,
  signal: AbortSignal,
): Promise<number | null> {
  const { port, calls, name } = side;
  const { create } = calls;
  if (!create) throw new Error("a side that sends notifications must be able to create documents");
  const { expectedStatus } = create;
  const requests = Array.from({ length: count }, create.next).flatMap((request) => request ?? []);
  if (name === "product" && !isNotifying) await setWebhook(false);
  await sleep(RATE_REST_MS, undefined, { signal });
  const readCpu = startCpuMeter(side);
  const load = { port, requests, perSecond: PER_SECOND, expectedStatus, signal };
  const answered = await sendAtRate(load);
  if (isNotifying) {
    const changes = answered.flatMap(({ change }) => change ?? []);
    await arrivals.untilAll(changes, RATE_ARRIVAL_TIMEOUT_MS, signal);
  }
  await sleep(RATE_REST_MS, undefined, { signal });
  const cpu = readCpu();
  if (name === "product" && !isNotifying) await setWebhook(true);
  return cpu && cpu.wholeMs / count;
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 2_000;
/** More than one, because the work may begin a few seconds late. */
const QUIET_WINDOWS = 3;
/** As a share of a core. */
const QUIET_SHARE = 0.1;

/**
 * Resolves when the product has finished the work that earlier calls left to do: it computes the SHA-256 of reported
 * files once a minute. So this waits for the next minute to begin, and then until all processes together use less than a
 * tenth of a core for 6 s. Resolves immediately if `timeMaxMs` is 0. @throws Error if the product is still busy
 * `timeMaxMs` after the beginning of the minute
 */
async function untilQuiet(pid: number, timeMaxMs: number, signal: AbortSignal): Promise<void> {
  if (timeMaxMs === 0) return;
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS), undefined, { signal });
  const deadlineMs = performance.now() + timeMaxMs;
  for (let quiet = 0; quiet < QUIET_WINDOWS; ) {
    const { cpuShare } = await measureIdle(pid, { restMs: 0, durationMs: WINDOW_MS }, signal);
    if (cpuShare === null) return;
    const isQuiet = cpuShare < QUIET_SHARE;
    quiet = isQuiet ? quiet + 1 : 0;
    if (!isQuiet && performance.now() > deadlineMs)
      throw new Error(`the product was still busy after ${timeMaxMs / 1000} s`);
  }
}

/** The figures of the product while it receives no requests. A figure is null if the system does not provide it. */
export interface Idle {
  readonly seconds: number;
  /** The CPU time that the idle product uses, as a share of one core. */
  readonly cpuShare: number | null;
  /** The memory of all processes, with shared memory counted once. */
  readonly pssMebibytes: number | null;
}

/** How long the idle product is observed. */
export interface IdlePlan {
  /** The pause before the observation, because startup or an earlier load may leave work to finish. */
  readonly restMs: number;
  readonly durationMs: number;
}

/** Observes a process and all its descendants. */
export async function measureIdle(
  pid: number,
  { restMs, durationMs }: IdlePlan,
  signal: AbortSignal,
): Promise<Idle> {
  await sleep(restMs, undefined, { signal });
  const [before, startMs] = [readTreesCpuMs([pid])?.[0], performance.now()];
  await sleep(durationMs, undefined, { signal });
  const [after, elapsedMs] = [readTreesCpuMs([pid])?.[0], performance.now() - startMs];
  const pssBytes = readTreePssBytes(pid);
  return {
    seconds: elapsedMs / 1000,
    cpuShare: before === undefined || after === undefined ? null : (after - before) / elapsedMs,
    pssMebibytes: pssBytes === null ? null : pssBytes / 1024 ** 2,
  };
}
