import type { Randomness } from "../ports/system";

/** Makes bytes that differ from call to call, the same ones in every run: all 1, then all 2. */
export function createCountingRandomness(): Randomness {
  let count = 0;
  return {
    bytes: (size) => {
      count += 1;
      return Buffer.alloc(size, count);
    },
  };
}
