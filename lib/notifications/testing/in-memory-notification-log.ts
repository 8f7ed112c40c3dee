import type { NotificationLog } from "../ports/notification-log";

/** The log is tested over PostgreSQL only: in memory there is none, and whoever asks it fails. */
export function createAbsentNotificationLog(): NotificationLog {
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
