import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { AttemptCause, FailureCode } from "./rules/explain-attempt";
import type { NotificationItem } from "./rules/notification";
import type { NextAttempt, Series } from "./rules/retry-schedule";

/** A notification that is still to be delivered. */
export interface PendingNotification extends DeliveryRun {
  /** The exact bytes that every attempt sends. */
  readonly body: Buffer;
  readonly createdAt: Date;
  /** The earliest time at which the series could have begun: when the notification was frozen, or resent by a person. */
  readonly waitingSince: Date;
  /** null before the first attempt of the series. */
  readonly series: Series | null;
  /** The number of attempts made in all series. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly nextCause: AttemptCause;
  /** The actor who requested the next attempt, as in the history; null if nobody did. */
  readonly nextAuthor: string | null;
  /** The time of the next attempt in the schedule, which extra attempts do not use up; null before the first attempt. */
  readonly plannedAt: Date | null;
  /** The ids of the requests that made the changes in the notification, for the log. */
  readonly requestIds: readonly string[];
}

/** An attempt as the log stores it. */
export interface MadeAttempt {
  /** Counted from 1 within the generation. */
  readonly n: number;
  readonly cause: AttemptCause;
  /** The actor who caused the attempt with a resend or a test, as in the history; null if nobody did. */
  readonly author: string | null;
  readonly startedAt: Date;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answer: WebhookAnswer;
}

/** The next step after an attempt that was not answered with 200. */
export interface NextDelivery extends NextAttempt {
  readonly cause: AttemptCause;
  /** The time of the next attempt in the schedule, which equals `at` unless the next attempt is an extra one. */
  readonly plannedAt: Date;
  /** The time until which the receiver asked us to wait, which a recovery respects; null if it did not ask. */
  readonly notBefore: Date | null;
}

/** The events that can happen during an attempt and require an extra one. */
export type OvertakingCause = Extract<AttemptCause, "recovery" | "configuration">;

/** For each event that may have happened since the latest attempt began, the extra attempt outside the schedule. */
export type ExtraDeliveries = Readonly<Record<OvertakingCause, NextDelivery>>;

/** The state of a run after its outcome has been saved. */
export interface SavedOutcome {
  /** Whether the run has nothing left to do, because the notification is settled or belongs to a different generation. */
  readonly isOver: boolean;
  /** null if the run is over. */
  readonly nextAttemptAt: Date | null;
}

/**
 * The data that a run loads before its attempt `n`; `saved` if the run had already saved this attempt before it was
 * interrupted.
 */
export type LoadedDelivery =
  | { readonly kind: "over" }
  | { readonly kind: "saved"; readonly outcome: SavedOutcome }
  | {
      readonly kind: "pending";
      readonly notification: PendingNotification;
      /** The configuration at this moment. */
      readonly webhook: WebhookConfiguration;
    };

/** A change that is waiting to be frozen, in the order of the feed. */
export interface WaitingChange extends Omit<NotificationItem, "url"> {
  readonly id: bigint;
  readonly at: Date;
}

/** The data from which the relay decides on each notification. */
export interface RelayView {
  readonly outstanding: number;
  /** At most 100 changes, excluding changes to documents that have a change in an outstanding notification. */
  readonly waiting: readonly WaitingChange[];
}

/** The result of one call to `freeze`. */
export interface Freezing {
  /** In order. */
  readonly frozen: readonly DeliveryRun[];
  readonly isMoreWaiting: boolean;
  /** Whether another process was freezing, so that this call did nothing and should be repeated soon. */
  readonly isBusy: boolean;
  /** Whether this call numbered as many changes as it may, so that more may be waiting for their numbers. */
  readonly isMoreUnnumbered: boolean;
}

/** The work that is waiting for the relay. */
export interface RelayWork {
  /** Whether a committed change that belongs in the feed is waiting for its number. */
  readonly hasUnnumbered: boolean;
  /** Whether a numbered change is waiting to be frozen, even if it is held back. */
  readonly hasUnfrozen: boolean;
}

/**
 * Freezes changes into notifications (docs/architecture.md, "Notify"). Apart from numbering, which is short, it never
 * blocks calls that number changes or read the feed.
 */
export interface RelayRepository {
  /** Looks for waiting work without taking a lock. */
  findWork(): Promise<RelayWork>;
  /**
   * Numbers up to 1,000 committed changes, as `StatusFeedRepository.numberNext` does, and commits that. Then repeatedly
   * calls `decide` and freezes its result, until the result is null, nothing is waiting, or 20 notifications are frozen.
   * The freezing happens in one transaction. Transactions of different calls never overlap, in any process.
   * `search` is told when the numbers are committed and the search for waiting changes begins, and when it has ended.
   */
  freeze(
    decide: (
      view: RelayView,
    ) => { id: string; body: Buffer; changes: readonly WaitingChange[] } | null,
    at: Date,
    search?: { onBegin(): void; onEnd(): void },
  ): Promise<Freezing>;
}

/** What follows from a failed attempt. */
export interface FailurePlan {
  /** The next attempt; null if the series is over and the notification is undelivered. */
  readonly next: NextDelivery | null;
  /** Applies instead if the receiver recovered or a new URL was set after this attempt began, unless it is null. */
  readonly ifOvertaken: ExtraDeliveries | null;
}

/** The result of saving an attempt. */
export interface SavedAttempt {
  readonly outcome: SavedOutcome;
  /** The runs that became due and must be woken. */
  readonly due: readonly DeliveryRun[];
}

/** The notifications during their delivery. Every write compares the id, generation and state with those in the row. */
export interface DeliveryRepository {
  load(run: DeliveryRun, n: number): Promise<LoadedDelivery>;
  /**
   * Saves the attempt and what follows from it. Saving an attempt again changes nothing.
   *
   * Without a plan, the receiver responded with 200, and the notification is settled as delivered. The first 200 after
   * failures also makes all other pending notifications due, in the same transaction, but none before its `notBefore`. A
   * notification that was just attempted is due after a tenth of its age, at least 1 s and at most 30 s. That maximum does
   * not apply to a notification that failed both before and after the previous recovery, because a notification that is
   * always rejected must not be sent again whenever another one succeeds.
   *
   * With a plan, the attempt failed. An attempt of an older generation is counted but reschedules nothing.
   */
  save(
    run: DeliveryRun,
    attempt: MadeAttempt,
    plan: FailurePlan | null,
    at: Date,
  ): Promise<SavedAttempt>;
  /**
   * Lets the notification wait until the given time without an attempt, because no URL is set; if the time is null, the
   * notification becomes undelivered. If a URL has been set in the meantime, the notification stays due.
   */
  postpone(run: DeliveryRun, until: Date | null, at: Date): Promise<SavedOutcome>;
  /**
   * Ends this generation and gives the row to the next one. Returns null if this was not the current generation, or if
   * the notification is settled.
   */
  beginGeneration(run: DeliveryRun, at: Date): Promise<DeliveryRun | null>;
  /** Returns whether `claimOverdue` would find any runs; writes nothing. */
  hasOverdue(limits: OverdueLimits): Promise<boolean>;
  /**
   * Marks overdue runs as woken and returns them to the caller, longest waiting first. Concurrent callers get different
   * runs.
   */
  claimOverdue(limits: OverdueLimits, at: Date, countMax: number): Promise<readonly OverdueRun[]>;
}

/**
 * The limits for overdue notifications, which are pending and have not been woken since they became due, or not recently.
 */
export interface OverdueLimits {
  readonly dueBefore: Date;
  /**
   * Notifications that were due before this time are woken again if they were last woken before `lateWokenBefore`. Other
   * notifications are woken again if they were last woken before `wokenBefore`.
   */
  readonly lateBefore: Date;
  readonly wokenBefore: Date;
  readonly lateWokenBefore: Date;
}

/** A pending notification whose run may have been lost. */
export interface OverdueRun extends DeliveryRun {
  readonly nextAttemptAt: Date;
  readonly generationAt: Date;
  /** When the notification was last woken before this claim; null if it was never woken. */
  readonly wokenBeforeAt: Date | null;
}

/** The webhook URL and the secrets that sign notifications. The secrets are encrypted: see `SecretBox`. */
export interface WebhookConfiguration {
  /** The URL as entered; null while no URL is set. */
  readonly url: string | null;
  /** null until a URL is first set or the secret is first rotated. */
  readonly secret: Buffer | null;
  /** The secret that the last rotation replaced. It also works until it expires, and is kept for a while after that. */
  readonly previousSecret: { readonly sealed: Buffer; readonly expiresAt: Date } | null;
}

/**
 * The single webhook configuration. Each change is atomic with its audit note, and reads return the last committed state.
 */
export interface WebhookConfigurationRepository {
  find(): Promise<WebhookConfiguration>;
  /**
   * Sets the URL and makes every pending notification due. `firstSecret` becomes the secret only if there is none, even
   * if two calls race to be the first.
   * @returns the runs that became due and must be woken
   */
  setUrl(
    url: string,
    first: { firstSecret: Buffer; at: Date },
    note: AuditNote,
  ): Promise<readonly DeliveryRun[]>;
  /** Removes the URL and keeps the secrets; harmless if no URL is set. */
  removeUrl(at: Date, note: AuditNote): Promise<void>;
  /**
   * Makes `secret` the signing secret if the current one is still `replacing` (null for none). The replaced secret stays
   * valid until `previousExpiresAt`. Any earlier previous secret is dropped.
   * @returns false if a concurrent call was first, in which case nothing was written
   */
  rotateSecret(
    secret: Buffer,
    rotation: { replacing: Buffer | null; previousExpiresAt: Date; at: Date },
    note: AuditNote,
  ): Promise<boolean>;
}

/** The operator's rules: which non-public addresses a webhook URL may use, and who can rotate the secret. */
export interface WebhookPolicy {
  readonly allowedNetworks: readonly string[];
  /** The origin of the built-in receiver; null if there is no built-in receiver. */
  readonly builtInOrigin: string | null;
  /** Whether an operator setting defines the signing secret, so that users cannot rotate it. */
  readonly isSecretFixed: boolean;
}

/** The maximum number of bytes of a response body that are read and kept. */
export const ANSWER_BODY_BYTES_MAX = 16 * 1024;

/** A POST request: the URL as it was saved, all headers in lower case, and the bytes to send. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The server that an attempt connected to; a value is null if it is unknown. */
export interface ConnectionFacts {
  readonly address: string | null;
  readonly port: number | null;
  readonly tlsVersion: string | null;
  readonly certificateIssuer: string | null;
  readonly certificateExpiresAt: Date | null;
}

/** How long each phase took; null if the phase did not finish, or was not needed because a connection was reused. */
export interface PhasesMs {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
  /** From the moment when the connection was ready until the response headers arrived. */
  readonly firstByte: number | null;
  readonly total: number;
}

/** The result of an attempt: a response with any status, or the reason why there was none. */
export type WebhookAnswer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Names are in lower case; the values of a repeated name are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most the first 16 KiB, as received: never decompressed, and not to be trusted. */
      readonly body: Buffer;
      readonly isBodyTruncated: boolean;
      /** Why the body ended early after the status had arrived; null if it was complete or we truncated it. */
      readonly bodyError: string | null;
      readonly phases: PhasesMs;
      readonly connection: ConnectionFacts;
    }
  | {
      readonly kind: "failed";
      readonly code: FailureCode;
      /** Short technical text for the log, such as `connect ECONNREFUSED 192.0.2.1:443`. */
      readonly detail: string;
      readonly phases: PhasesMs;
      readonly connection: ConnectionFacts;
    };

/** Returns whether an attempt succeeded: only status 200 counts. */
export const isDelivered = (answer: WebhookAnswer): boolean =>
  answer.kind === "answered" && answer.status === 200;

/**
 * Sends one attempt. It never follows a redirect, and it sends a request a second time only if the receiver was just
 * closing the connection that was reused.
 */
export interface WebhookTransport {
  /** Never rejects because of the receiver or the network, only because of errors in our own process. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

/** A run of the engine. It can attempt its notification only while its generation is current. */
export interface DeliveryRun {
  readonly notificationId: string;
  readonly generation: number;
}

/**
 * Schedules deliveries: durable runs that attempt a notification, wait and attempt it again. The rows decide what each
 * run does, so every call can be repeated safely. Each method rejects with `engine-unavailable` if the engine does not
 * respond.
 */
export interface DeliveryRuns {
  /** Starts each run that has not been started yet. */
  start(runs: readonly DeliveryRun[]): Promise<void>;
  /** Makes the runs check their rows now. */
  wake(runs: readonly DeliveryRun[]): Promise<void>;
  /** Rejects if the engine does not respond. */
  checkReachable(): Promise<void>;
}

/** The receiver that the launcher runs next to the application, for testing. */
export interface BuiltInReceiver {
  /** `https://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Makes the receiver accept signatures with these secrets from now on. Rejects if the receiver does not respond. */
  verifyWith(secrets: readonly string[]): Promise<void>;
}
