import { createCountingIds } from "./counting-ids.fixture";
import { createCountingRandomness } from "./counting-randomness.fixture";
import { createFixedClock } from "./fixed-clock.fixture";

/** Time that stands still, identifiers and randomness that count. */
export const makeKernelPorts = () => ({
  clock: createFixedClock(),
  ids: createCountingIds(),
  randomness: createCountingRandomness(),
});
