import type { Inngest } from "inngest";
import type { Relay } from "../relay";

/** What the relay's schedule works with. */
export interface RelayFunctionParts {
  readonly inngest: Inngest;
  readonly relay: Relay;
}

/**
 * Once a minute, for places where no process lives long enough to relay by its own timer, and for what one that died
 * left behind.
 */
export function createRelayFunction({ inngest, relay }: RelayFunctionParts) {
  return inngest.createFunction(
    { id: "relay", triggers: [{ cron: "* * * * *" }], retries: 3, concurrency: [{ limit: 1 }] },
    ({ step }) => step.run("relay", () => relay.runOnce()),
  );
}
