import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { AttemptCause } from "../rules/attempt-cause";
import type { FailureCode } from "../rules/delivery-failure";
import type { DeliveryRun } from "./delivery-runs";
import type { MadeAttempt } from "./notifications";
import type { ConnectionFacts, PhasesMs } from "./webhook-transport";

/** The states of a notification: still to be delivered, answered with 200, or not answered with 200 in time. */
export const NOTIFICATION_STATES = ["pending", "delivered", "undelivered"] as const;

/** One of the states of a notification. */
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

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
