import { createHash } from "node:crypto";

/** The victim of a kill: one of three processes, or all of them. */
export type Victim = "executor" | "app" | "postgres" | "everything";

/** All victims, in the order in which the report lists them. */
export const VICTIMS: readonly Victim[] = ["executor", "app", "postgres", "everything"];

/** One kill -9, sent after this many executed steps plus a delay. */
export interface Kill {
  readonly victim: Victim;
  readonly afterSteps: number;
  readonly delayMs: number;
}

/** Longer than a call takes, so that a kill can hit any moment of a call. */
const DELAY_MAX_MS = 25;

/**
 * Plans the kills in chronological order, determined by the seed alone. The victims take turns in a shuffled order, and
 * each of `kills` equal shares of the steps contains one kill at a random position.
 */
export function planKills(plan: { kills: number; steps: number; seed: number }): readonly Kill[] {
  const stretch = plan.steps / plan.kills;
  return Array.from({ length: plan.kills }, (_, index) => index)
    .map((index) => ({ index, place: randomNumber(plan.seed, `place ${index}`) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ index }, turn) => ({
      victim: VICTIMS[index % VICTIMS.length] ?? "everything",
      afterSteps: Math.floor((turn + randomNumber(plan.seed, `moment ${turn}`)) * stretch),
      delayMs: Math.floor(randomNumber(plan.seed, `delay ${turn}`) * DELAY_MAX_MS),
    }));
}

/** Returns a number in [0, 1) that depends only on the seed and the name; Math.random cannot be seeded. */
function randomNumber(seed: number, name: string): number {
  return createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
