import type { Randomness } from "../ports";

/** Creates bytes that differ from call to call but are the same in every run: first all 1s, then all 2s. */
export function createCountingRandomness(): Randomness {
  let count = 0;
  return {
    bytes: (size) => {
      count += 1;
      return Buffer.alloc(size, count);
    },
  };
}
