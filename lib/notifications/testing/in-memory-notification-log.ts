import type { NotificationLog } from "../log-ports";

/**
 * Creates a placeholder for tests that need a log but do not use it: every call throws. The real log is tested only with
 * PostgreSQL.
 */
export function createInMemoryNotificationLog(): NotificationLog {
  const refuse = async () => {
    throw new Error(
      "there is no delivery log in memory: test this over PostgreSQL, through the API",
    );
  };
  return {
    list: refuse,
    find: refuse,
    resend: refuse,
    count: refuse,
    resendSome: refuse,
    saveTest: refuse,
  };
}
