import { createCountingIds } from "./counting-ids.fixture";
import { createCountingRandomness } from "./counting-randomness.fixture";
import { createFixedClock } from "./fixed-clock.fixture";

/** Creates ports with a clock that stands still, and with ids and randomness that are the same in every run. */
export const makeKernelPorts = () => ({
  clock: createFixedClock(),
  ids: createCountingIds(),
  randomness: createCountingRandomness(),
});
