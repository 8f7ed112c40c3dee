import { type DeliveryFigures, measureOneAtATime } from "./measure-delivery";
import type { IdlePlan } from "./measure-idle";
import { measureAtRate } from "./measure-rate";
import { type BurstBounds, type BurstFigures, runBurst } from "./run-burst";
import type { CallName, Side, SideName, Sides } from "./side";
import { untilQuiet } from "./until-quiet";

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

/** The figures of one side's call, one for each round. */
export interface Measured {
  readonly side: SideName;
  readonly call: CallName;
  readonly callers: number;
  readonly rounds: readonly BurstFigures[];
}

/**
 * The CPU time per change of all processes of one side, at ten changes per second. There is one value for each round,
 * null if it is unknown.
 */
export interface AtRate {
  readonly side: SideName;
  readonly isNotifying: boolean;
  readonly cpuMs: readonly (number | null)[];
}

/** The results of all rounds. */
export interface Measurements {
  readonly rounds: number;
  readonly callers: readonly number[];
  readonly bursts: readonly Measured[];
  readonly oneAtATime: readonly { side: SideName; rounds: readonly DeliveryFigures[] }[];
  readonly atRate: readonly AtRate[];
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
  const collected = createCollection();
  context.say("Warming up…");
  for (const call of CALLS) {
    for (const side of sides.all) {
      await runBurst(sides, { side, call, callers: 10 }, plan.warmUp, context.signal);
    }
  }
  context.say("Measuring the calls…");
  let longestMs = 0;
  let rounds = 0;
  while (rounds < plan.rounds) {
    const roundMs = performance.now();
    if (rounds > 0 && roundMs + longestMs > context.startMs + plan.timeMaxMs) break;
    await measureCalls(sides, plan, { ...context, round: rounds, collected });
    longestMs = Math.max(longestMs, performance.now() - roundMs);
    rounds += 1;
    context.say(`  round ${rounds}: ${Math.round((performance.now() - roundMs) / 1000)} s`);
  }
  context.say("Waiting until the product is idle, then measuring notifications…");
  await untilQuiet(sides.product, plan.quietMaxMs, context.signal);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of rotate(sides.all, round).filter((each) => each.isNotifying)) {
      await measureNotifications(sides, side, plan, { ...context, collected });
    }
  }
  return { rounds, callers: plan.callers, ...collected.all() };
}

type Collection = ReturnType<typeof createCollection>;

async function measureCalls(
  sides: Sides,
  plan: Plan,
  context: MeasureContext & { round: number; collected: Collection },
): Promise<void> {
  const { round, collected, signal } = context;
  // The order rotates, so that no side always comes first.
  const inTurn = rotate(sides.all, round);
  for (const callers of plan.callers) {
    for (const call of CALLS) {
      for (const side of inTurn) {
        const figures = await runBurst(sides, { side, call, callers }, plan.burst, signal);
        if (figures) collected.addBurst({ side: side.name, call, callers }, figures);
      }
    }
  }
}

async function measureNotifications(
  sides: Sides,
  side: Side,
  plan: Plan,
  { collected, signal }: { collected: Collection; signal: AbortSignal },
): Promise<void> {
  const { name } = side;
  collected.addOneAtATime(name, await measureOneAtATime(sides, side, plan.oneAtATime, signal));
  for (const isNotifying of name === "product" ? [true, false] : [true]) {
    const cpuMs = await measureAtRate(sides, side, plan.changesAtRate, isNotifying, signal);
    collected.addAtRate(name, isNotifying, cpuMs);
  }
}

const rotate = (sides: readonly Side[], by: number) => {
  const first = by % sides.length;
  return [...sides.slice(first), ...sides.slice(0, first)];
};

/** Groups figures by what they measure. The groups are in the order in which they first appear. */
function createCollection() {
  const bursts = new Map<string, Measured & { rounds: BurstFigures[] }>();
  const oneAtATime = new Map<SideName, DeliveryFigures[]>();
  const atRate = new Map<string, AtRate & { cpuMs: (number | null)[] }>();
  return {
    addBurst: (of: Omit<Measured, "rounds">, figures: BurstFigures) => {
      const key = Object.values(of).join();
      const measured = bursts.get(key) ?? { ...of, rounds: [] };
      measured.rounds.push(figures);
      bursts.set(key, measured);
    },
    addOneAtATime: (side: SideName, figures: DeliveryFigures) => {
      oneAtATime.set(side, [...(oneAtATime.get(side) ?? []), figures]);
    },
    addAtRate: (side: SideName, isNotifying: boolean, cpuMs: number | null) => {
      const key = `${side} ${isNotifying}`;
      const measured = atRate.get(key) ?? { side, isNotifying, cpuMs: [] };
      measured.cpuMs.push(cpuMs);
      atRate.set(key, measured);
    },
    all: () => ({
      bursts: [...bursts.values()],
      oneAtATime: [...oneAtATime].map(([side, rounds]) => ({ side, rounds })),
      atRate: [...atRate.values()],
    }),
  };
}
