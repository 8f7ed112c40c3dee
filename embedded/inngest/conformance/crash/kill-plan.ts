import { createHash } from "node:crypto";

/** What is killed: one of three processes, or all at once. */
export type Victim = "executor" | "app" | "postgres" | "everything";

/** Every victim, in the order of the report. */
export const VICTIMS: readonly Victim[] = ["executor", "app", "postgres", "everything"];

/** One kill -9, so long after this many steps have been carried out. */
export interface Kill {
  readonly victim: Victim;
  readonly afterSteps: number;
  readonly delayMs: number;
}

/** Longer than one call takes, so that a kill hits any moment of one. */
const DELAY_MAX_MS = 25;

/**
 * Kills in the order of their moments, decided by the seed alone: the victims take turns in a shuffled order, and each of as
 * many equal stretches of the steps as there are kills has one at a random place.
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

/** From 0 to below 1, always the same for a seed and a name; Math.random cannot be repeated. */
function randomNumber(seed: number, name: string): number {
  return createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32;
}
