import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createInMemorySignInThrottle } from "./in-memory-sign-in-throttle";
import { describeSignInThrottle } from "./sign-in-throttle.contract";

describeSignInThrottle("tries to sign in, counted in memory", async () => {
  const clock = createFixedClock();
  return {
    throttle: createInMemorySignInThrottle(clock),
    passSeconds: async (seconds) => clock.advanceSeconds(seconds),
  };
});
