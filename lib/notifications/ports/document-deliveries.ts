import type { AttemptCause } from "../rules/attempt-cause";
import type { AttemptResult, LoggedNotification } from "./notification-log";

/** A summary of one attempt. */
export interface DeliveryInShort extends AttemptResult {
  readonly cause: AttemptCause;
  /** Among all attempts of the notification, from 1. */
  readonly number: number;
}

/** A notification that carries a change of a document, with its latest attempts, oldest first. */
export interface CarryingNotification extends Omit<LoggedNotification, "lastAttempt"> {
  readonly deliveries: readonly DeliveryInShort[];
}

/** What was sent about one document. */
export interface DocumentDeliveries {
  /** The latest notifications, newest first, each with at most this many of its latest attempts. */
  listOfDocument(
    documentUuid: string,
    limits: { readonly notificationsMax: number; readonly attemptsMax: number },
  ): Promise<readonly CarryingNotification[]>;
}
