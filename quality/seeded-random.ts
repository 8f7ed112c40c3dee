/** A generator of numbers that look random but are always the same for the same seed (mulberry32). */
export interface SeededRandom {
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
  /** Returns this many digits, the first of which is not 0. */
  digits(count: number): string;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Creates a generator that returns the same numbers for the same seed on every machine. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    chance: (share) => next() < share,
    digits: (count) =>
      Array.from({ length: count }, (_, index) => between(index === 0 ? 1 : 0, 9)).join(""),
    shuffled(items) {
      const copy = [...items];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = Math.floor(next() * (index + 1));
        const [a, b] = [copy[index], copy[other]];
        if (a !== undefined && b !== undefined) [copy[index], copy[other]] = [b, a];
      }
      return copy;
    },
  };
}
