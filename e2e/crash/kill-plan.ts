import type { ChildName } from "../product";

/** What a kill stops: one child, the launcher, or all processes at once. */
export type Victim = ChildName | "launcher" | "everything";

/** All victims, in the order in which the report lists them. */
export const VICTIMS: readonly Victim[] = [
  "postgres",
  "object-store",
  "inngest",
  "receiver",
  "next",
  "launcher",
  "everything",
];

/** One kill -9, performed a short delay after this many calls have been answered. */
export interface Kill {
  readonly victim: Victim;
  readonly afterAnswers: number;
  readonly delayMs: number;
}

/**
 * This is longer than a change normally takes to reach its receiver, so that a kill can hit any moment of the delivery.
 */
const DELAY_MAX_MS = 100;

/**
 * Plans kills in chronological order, determined by the seed alone. The victims take turns in shuffled order. The run is
 * divided into as many equal stretches as there are kills, with one kill at a random point of each.
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

/** Returns numbers in [0, 1), always the same ones for a seed (mulberry32). Math.random cannot be seeded. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
