import type { ChildName } from "../product";

/** What a proof kills: one child, the launcher, or all processes at once. */
export type Victim = ChildName | "launcher" | "everything";

/** Every victim, in the order of the report. */
export const VICTIMS: readonly Victim[] = [
  "postgres",
  "object-store",
  "inngest",
  "receiver",
  "next",
  "launcher",
  "everything",
];

/** One kill -9, so long after this many calls have been answered. */
export interface Kill {
  readonly victim: Victim;
  readonly afterAnswers: number;
  readonly delayMs: number;
}

/** Longer than a change takes to its receiver when nothing is wrong, so that a kill hits any moment of that. */
const DELAY_MAX_MS = 100;

/**
 * Kills in the order of their moments, decided by the seed alone: the victims take turns in a shuffled order, and each of as many
 * equal stretches of the run as there are kills has one at a random place.
 */
export function planKills(plan: {
  readonly kills: number;
  readonly answers: number;
  readonly seed: number;
  /** Absent: all. */
  readonly victims?: readonly Victim[];
}): Kill[] {
  const { victims = VICTIMS } = plan;
  const random = randomNumbers(plan.seed);
  const turns = shuffled(
    Array.from({ length: plan.kills }, (_, index) => victims[index % victims.length]),
    random,
  );
  const stretch = plan.answers / plan.kills;
  return turns.map((victim = "everything", index) => ({
    victim,
    afterAnswers: Math.max(1, Math.floor((index + random()) * stretch)),
    delayMs: Math.floor(random() * DELAY_MAX_MS),
  }));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Numbers from 0 to below 1, always the same ones for a seed (mulberry32); Math.random cannot be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
