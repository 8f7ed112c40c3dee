import type { Inngest } from "inngest";
import type { AuditChainer } from "../audit-chainer";
import type { Relay } from "../relay";

/** The dependencies of the relay schedule. */
export interface RelayFunctionParts {
  readonly inngest: Inngest;
  readonly relay: Relay;
  readonly auditChainer: Pick<AuditChainer, "runOnce">;
}

/**
 * Creates the function that runs the relay and the audit chainer once a minute, for hosts where no process lives long
 * enough to use its own timers, and for work that a crashed process left behind.
 */
export function createRelayFunction({ inngest, relay, auditChainer }: RelayFunctionParts) {
  return inngest.createFunction(
    { id: "relay", triggers: [{ cron: "* * * * *" }], retries: 3, concurrency: [{ limit: 1 }] },
    async ({ step }) => {
      const relayed = await step.run("relay", () => relay.runOnce());
      return { ...relayed, ...(await step.run("chain-audit", () => auditChainer.runOnce())) };
    },
  );
}
