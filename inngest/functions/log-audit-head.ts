import type { Inngest } from "inngest";
import type { AuditChainer } from "../audit-chainer";

/** The dependencies of the audit schedule. */
export interface AuditFunctionParts {
  readonly inngest: Inngest;
  readonly auditChainer: AuditChainer;
}

/**
 * Creates the function that logs the head of the audit log once a day, so that the application's log contains a head that nobody can change with
 * access to the database alone.
 */
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
