import type { Inngest } from "inngest";
import type { AuditChainer } from "../audit-chainer";

/** What the audit's schedule works with. */
export interface AuditFunctionParts {
  readonly inngest: Inngest;
  readonly auditChainer: AuditChainer;
}

/** Once a day: the log then contains a head that cannot be changed with access to the database alone. */
export function createLogAuditHeadFunction({ inngest, auditChainer }: AuditFunctionParts) {
  return inngest.createFunction(
    {
      id: "log-audit-head",
      triggers: [{ cron: "0 3 * * *" }],
      retries: 3,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      await step.run("chain", () => auditChainer.runOnce());
      await step.run("log", () => auditChainer.logHead());
    },
  );
}
