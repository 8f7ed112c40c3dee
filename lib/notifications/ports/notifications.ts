import type { AttemptCause } from "../rules/attempt-cause";
import type { NotificationItem } from "../rules/notification";
import type { NextAttempt, Series } from "../rules/retry-schedule";
import type { DeliveryRun } from "./delivery-runs";
import type { WebhookConfiguration } from "./webhook-configuration";
import type { WebhookAnswer } from "./webhook-transport";

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
 * Freezes changes into notifications (DESIGN 6, relay). Apart from numbering, which is short, it never blocks calls that
 * number changes or read the feed.
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

/** The notifications during their delivery. Every write compares the id, generation and state with those in the row. */
export interface DeliveryRepository {
  load(run: DeliveryRun, n: number): Promise<LoadedDelivery>;
  /**
   * Saves the attempt and settles the notification as delivered. The first 200 after failures also makes all other
   * pending notifications due, in the same transaction, but none before its `notBefore`. A notification that was just
   * attempted is due after a tenth of its age, at least 1 s and at most 30 s. That maximum does not apply to a
   * notification that failed both before and after the previous recovery, because a notification that is always rejected
   * must not be sent again whenever another one succeeds.
   * @returns the runs that became due and must be woken
   */
  saveDelivered(run: DeliveryRun, attempt: MadeAttempt, at: Date): Promise<readonly DeliveryRun[]>;
  /**
   * Saves the attempt and when the next one is due; if `next` is null, the series is over and the notification is
   * undelivered. If the receiver recovered or a new URL was set after this attempt began, `ifOvertaken` applies instead,
   * unless it is null. Saving an attempt again changes nothing. An attempt of an older generation is counted but
   * reschedules nothing.
   */
  saveFailed(
    run: DeliveryRun,
    attempt: MadeAttempt,
    next: NextDelivery | null,
    ifOvertaken: ExtraDeliveries | null,
    at: Date,
  ): Promise<SavedOutcome>;
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
