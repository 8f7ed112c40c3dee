import type { Inngest } from "inngest";
import type { AuditChainer } from "../audit-chainer";
import type { Relay } from "../relay";

/** What the relay's schedule works with. */
export interface RelayFunctionParts {
  readonly inngest: Inngest;
  readonly relay: Relay;
  readonly auditChainer: Pick<AuditChainer, "runOnce">;
}

/**
 * Once a minute, for hosts where no process lives long enough to relay and chain the audit on its own timer, and for the
 * leftovers of a process that died.
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
