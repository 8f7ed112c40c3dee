import type { Status } from "@/lib/documents/rules/status";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { ConnectionFacts, DeliveryRun, MadeAttempt, PhasesMs } from "./ports";
import type { AttemptCause, FailureCode } from "./rules/explain-attempt";

/** The states of a notification: still to be delivered, answered with 200, or not answered with 200 in time. */
export const NOTIFICATION_STATES = ["pending", "delivered", "undelivered"] as const;

/** One of the states of a notification. */
type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** The filter of a list of notifications; null means no filter. */
export interface NotificationFilter {
  readonly state: NotificationState | null;
  /** Only notifications with a change to this document. */
  readonly documentUuid: string | null;
  /** Inclusive. */
  readonly createdFrom: Date | null;
  /** Exclusive, so that consecutive periods do not overlap. */
  readonly createdTo: Date | null;
}

/** A place in the list of notifications, which is ordered by (createdAt, id), newest first. */
export interface NotificationPosition {
  readonly createdAt: Date;
  readonly id: string;
  /** Only in a search of the delivery log, which is ordered by how well a notification matches, and then as above. */
  readonly tier?: number;
}

/** One page of the list of notifications. */
export type NotificationPage = Page<NotificationPosition>;

/** The result of an attempt in short: either a status, or a code for why there was no response. */
export interface AttemptResult {
  /** When the attempt began. */
  readonly at: Date;
  readonly url: string;
  /** null if there was no response. */
  readonly status: number | null;
  readonly failureCode: FailureCode | null;
  /** The address that the response redirects to. */
  readonly location: string | null;
  readonly certificateExpiresAt: Date | null;
  readonly totalMs: number;
}

/** A notification as the log lists it. */
export interface LoggedNotification extends NotificationPosition {
  readonly state: NotificationState;
  readonly isTest: boolean;
  /** Whether a person resent the notification after it was settled; the order guarantee does not cover resends. */
  readonly isResend: boolean;
  readonly itemCount: number;
  /** When the notification became delivered or undelivered; null while it is pending. */
  readonly settledAt: Date | null;
  /** The number of attempts in all series. */
  readonly attempts: number;
  /** null once the notification is settled. */
  readonly nextAttemptAt: Date | null;
  /** The reason for the next attempt; null once the notification is settled. */
  readonly nextCause: AttemptCause | null;
  /** null before the first attempt. */
  readonly lastAttempt: AttemptResult | null;
}

/** An attempt with all its details. */
export interface LoggedAttempt extends AttemptResult {
  readonly cause: AttemptCause;
  /** As in the history; null if nobody caused the attempt, or if it was made before authors were recorded. */
  readonly author: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** null if there was no response; `failureDetail` then has more details. */
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly isTruncated: boolean;
    /** Why the body ended early; null if it did not end early. */
    readonly bodyError: string | null;
  } | null;
  readonly failureDetail: string | null;
  readonly phases: PhasesMs;
  readonly connection: ConnectionFacts;
  /** When the following attempt was due; null if this was the last one of its series. */
  readonly nextAttemptAt: Date | null;
}

/** A notification with its bytes and its attempts. */
export interface NotificationDetail extends LoggedNotification {
  /** The exact bytes that every attempt sent. */
  readonly body: Buffer;
  /** The latest attempts, oldest first. */
  readonly deliveries: readonly LoggedAttempt[];
}

/** The notifications from a period in one state, excluding tests. */
export interface NotificationPeriod {
  readonly state: NotificationState;
  /** Inclusive. */
  readonly createdFrom: Date;
  /** Exclusive. */
  readonly createdTo: Date;
}

/** A run that a person requested. If `isNew`, it must be started, because the previous series had ended. */
export interface ResentRun extends DeliveryRun {
  readonly isNew: boolean;
}

/** A test that was sent, with its only attempt. */
export interface SentTest {
  readonly id: string;
  readonly body: Buffer;
  readonly attempt: MadeAttempt;
  readonly isDelivered: boolean;
  readonly settledAt: Date;
}

/** All notifications, for display and for resending; resends are recorded in the audit log. */
export interface NotificationLog {
  /** Lists notifications, newest first, starting after `after`. */
  list(filter: NotificationFilter, page: NotificationPage): Promise<readonly LoggedNotification[]>;
  /** Finds a notification with at most its latest `deliveriesMax` attempts. */
  find(id: string, deliveriesMax: number): Promise<NotificationDetail | null>;
  /**
   * Resends a notification, in one statement. A pending notification becomes due now and keeps its series; a settled
   * notification begins a new series with the same id and bytes, in a new generation. Returns null if there is no such
   * notification or it is a test.
   */
  resend(id: string, at: Date, note: AuditNote): Promise<ResentRun | null>;
  count(period: NotificationPeriod): Promise<number>;
  /**
   * Resends at most `limit` notifications from the period, oldest first, starting after `after`, so that a notification
   * that is settled again in the meantime is not resent twice.
   * @returns the runs; `nextAfter` is null if no notifications are left
   */
  resendSome(
    period: NotificationPeriod,
    page: NotificationPage,
    at: Date,
    note: AuditNote,
  ): Promise<{ runs: readonly ResentRun[]; nextAfter: NotificationPosition | null }>;
  /** Writes the notification and its attempt in one transaction. The notification is settled from the start. */
  saveTest(test: SentTest, note: AuditNote): Promise<void>;
}

/** A document with its name and asset as they are now. */
export interface NamedDocument {
  readonly uuid: string;
  readonly name: string;
  readonly assetIdentifier: string;
}

/** A document in a notification. */
interface NotifiedDocument extends NamedDocument {
  /** The latest status of the document in the notification. */
  readonly status: Status;
}

/** A notification with its documents; a test notification has no documents. */
export interface DeliveryLogEntry extends LoggedNotification {
  /**
   * At most `DOCUMENTS_NAMED_MAX` documents in the order of the notification, but those that match the search come first.
   */
  readonly documents: readonly NotifiedDocument[];
  /** The total number of documents in the notification. */
  readonly documentCount: number;
}

/** The maximum number of documents that are listed with a notification. */
export const DOCUMENTS_NAMED_MAX = 3;

/**
 * The maximum number of documents that a search considers for each kind of match and for each asset. It considers the
 * most recently changed ones, and says if there are more.
 */
export const DOCUMENTS_SEARCHED_MAX = 1_000;

/** The filter of the delivery log. */
export interface DeliveryLogFilter extends NotificationFilter {
  /**
   * Only notifications with documents that match these words (decision 0048), that have this uuid, or whose asset has an
   * identifier or name containing the text; null for all. Cannot be combined with `documentUuid`.
   */
  readonly text: string | null;
}

/** The notifications with the names of their documents, for display. */
export interface DeliveryLog {
  /**
   * Lists entries, starting after `after`: newest first, but in a search first the notifications with a document or asset
   * of exactly that name, then those whose name begins with the text, those whose name contains it, those with such a
   * value, and at last those with such content.
   * @returns `isCut` if the search left something out
   */
  list(
    filter: DeliveryLogFilter,
    page: NotificationPage,
  ): Promise<{ readonly entries: readonly DeliveryLogEntry[]; readonly isCut: boolean }>;
  /** Returns all documents of a notification, at most 100; none for a test or an unknown id. */
  nameDocuments(id: string): Promise<readonly NamedDocument[]>;
}

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

/** The backlog for the receiver. */
export interface DeliveryStatistics {
  /** The number of changes that are not in a notification yet. */
  readonly changesWaiting: number;
  /** The number of pending notifications. */
  readonly notificationsOutstanding: number;
  /** When the oldest change that has not been delivered was made; null if everything has been delivered. */
  readonly oldestUntoldAt: Date | null;
  /** When attempts started failing; null if the latest one was answered with 200. */
  readonly failingSince: Date | null;
}

/** The outcomes of notifications and the time of the next attempt, excluding tests. */
export interface DeliverySummary {
  /** The time of the earliest planned attempt; null if nothing is pending. */
  readonly nextAttemptAt: Date | null;
  /** The number of undelivered notifications; `UNDELIVERED_COUNT_MAX` stands for this many or more. */
  readonly undeliveredCount: number;
  /** When a notification was last answered with 200; null if none was, or if all such notifications are pending again. */
  readonly lastDeliveredAt: Date | null;
}

/** A period in which the receiver has not responded with 200. */
export interface ReceiverFailure {
  /** When the receiver stopped responding with 200. */
  readonly since: Date;
  /** When a test to the current URL arrived, if nothing has been attempted since; null if the latest attempt failed. */
  readonly testArrivedAt: Date | null;
}

/** Reads statistics about deliveries, each in one statement. */
export interface DeliveryStatisticsSource {
  /** Counts everything that is waiting, so its cost grows with the backlog. */
  measure(): Promise<DeliveryStatistics>;
  /** Summarises deliveries at a cost that does not depend on the number of notifications. */
  summarise(): Promise<DeliverySummary>;
  /**
   * Returns null if the latest notification was answered with 200 or no URL is set. The cost of this query does not grow
   * with the backlog.
   */
  findFailure(): Promise<ReceiverFailure | null>;
  /** Returns `oldestUntoldAt` without counting anything. */
  findOldestUntold(): Promise<Date | null>;
}
