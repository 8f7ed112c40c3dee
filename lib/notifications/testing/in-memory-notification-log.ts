import type { NotificationLog } from "../ports/notification-log";

/** Stands in where a log must be given and is not asked; it is tested over PostgreSQL only, and every call throws. */
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
