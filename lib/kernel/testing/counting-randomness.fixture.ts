import type { Randomness } from "../ports/system";

/** Creates bytes that differ from call to call, the same in every run: all 1, then all 2. */
export function createCountingRandomness(): Randomness {
  let count = 0;
  return {
    bytes: (size) => {
      count += 1;
      return Buffer.alloc(size, count);
    },
  };
}
