import { createCountingIds } from "./counting-ids.fixture";
import { createCountingRandomness } from "./counting-randomness.fixture";
import { createFixedClock } from "./fixed-clock.fixture";

/** Creates ports with a clock that stands still and with counting ids and randomness. */
export const makeKernelPorts = () => ({
  clock: createFixedClock(),
  ids: createCountingIds(),
  randomness: createCountingRandomness(),
});
