import type { AttemptCause } from "../rules/attempt-cause";
import type { AttemptResult, LoggedNotification } from "./notification-log";

/** A summary of an attempt. */
export interface DeliveryInShort extends AttemptResult {
  readonly cause: AttemptCause;
  /** As in the history; null if nobody caused the attempt, or if it was made before authors were recorded. */
  readonly author: string | null;
  /** The number of this attempt among all attempts of the notification, counted from 1. */
  readonly number: number;
}

/** A notification that contains a change of a document, with its latest attempts, oldest first. */
export interface CarryingNotification extends Omit<LoggedNotification, "lastAttempt"> {
  readonly deliveries: readonly DeliveryInShort[];
}

/** The notifications about a document. */
export interface DocumentDeliveries {
  /** Lists the latest notifications, newest first, each with at most `attemptsMax` of its latest attempts. */
  listOfDocument(
    documentUuid: string,
    limits: { readonly notificationsMax: number; readonly attemptsMax: number },
  ): Promise<readonly CarryingNotification[]>;
}
