import type { ReceivedItem, ReceivedNotification } from "./received-notification";

const ITEMS_SHOWN_MAX = 5;
const TEXT_SHOWN_MAX = 100;

/**
 * Describes a notification in one line: time, id, attempt, changes, whether it is verified, and the outcome. The
 * sender's text is reduced to printable ASCII, so that it cannot send control sequences to a terminal.
 * @param outcome such as `answered 200`
 */
export function describeNotification(notification: ReceivedNotification, outcome: string): string {
  const { arrivedAtMs, id, attempt, isTest, isRepeat, whyNotVerified } = notification;
  const parts = [
    new Date(arrivedAtMs).toISOString().slice(11, 23),
    id === null ? "no webhook-id" : printable(id),
    attempt === null ? null : `attempt ${attempt}`,
    isTest ? "test" : null,
    isRepeat ? "repeat" : null,
    describeContent(notification),
    whyNotVerified === null ? "verified" : `not verified: ${whyNotVerified}`,
    outcome,
  ];
  return parts.filter((part) => part !== null).join(" | ");
}

function describeContent({ method, path, items }: ReceivedNotification): string {
  if (method !== "POST") return `${method} ${printable(path)}`;
  if (items === null) return "not a list of status changes";
  const shown = items.slice(0, ITEMS_SHOWN_MAX).map(describeItem).join(", ");
  const rest = items.length - ITEMS_SHOWN_MAX;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

const describeItem = ({ uuid, previousStatus, currentStatus }: ReceivedItem) =>
  `${uuid} ${previousStatus}->${currentStatus}`;

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, TEXT_SHOWN_MAX);
