import type { AttemptCause } from "../rules/attempt-cause";
import type { NotificationItem } from "../rules/notification";
import type { NextAttempt, Series } from "../rules/retry-schedule";
import type { DeliveryRun } from "./delivery-runs";
import type { WebhookConfiguration } from "./webhook-configuration";
import type { WebhookAnswer } from "./webhook-transport";

/** A notification while it is to be sent. */
export interface PendingNotification extends DeliveryRun {
  /** The exact bytes that every attempt sends. */
  readonly body: Buffer;
  readonly createdAt: Date;
  /** Since when its series could have begun: when it was frozen, or sent again by a person. */
  readonly waitingSince: Date;
  /** null before the first attempt of the series. */
  readonly series: Series | null;
  /** Attempts made in all series. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly nextCause: AttemptCause;
  /** The next attempt of the schedule, which extra attempts do not use up; null before the first. */
  readonly plannedAt: Date | null;
  /** Ids of the calls whose changes are inside, for the log. */
  readonly requestIds: readonly string[];
}

/** One request that was made, as the log keeps it. */
export interface MadeAttempt {
  /** Counted within the generation, from 1. */
  readonly n: number;
  readonly cause: AttemptCause;
  readonly startedAt: Date;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly answer: WebhookAnswer;
}

/** What follows from an attempt that was not answered 200. */
export interface NextDelivery extends NextAttempt {
  readonly cause: AttemptCause;
  /** The next attempt of the schedule: `at`, unless that is an extra one. */
  readonly plannedAt: Date;
  /** Until when the receiver asked us to wait, which a recovery respects; null: it did not ask. */
  readonly notBefore: Date | null;
}

/** What may happen while an attempt is on its way, and ask for another one. */
export type OvertakingCause = Extract<AttemptCause, "recovery" | "configuration">;

/** Attempts outside the schedule, by what was not known yet when the last one began. */
export type ExtraDeliveries = Readonly<Record<OvertakingCause, NextDelivery>>;

/** Where a run stands after what was saved. */
export interface SavedOutcome {
  /** Whether the run has nothing left to do: settled, or another generation's. */
  readonly isOver: boolean;
  /** null when the run is over. */
  readonly nextAttemptAt: Date | null;
}

/** What a run finds before its attempt number n: `saved` when it was made already, by this run before it was cut off. */
export type LoadedDelivery =
  | { readonly kind: "over" }
  | { readonly kind: "saved"; readonly outcome: SavedOutcome }
  | {
      readonly kind: "pending";
      readonly notification: PendingNotification;
      /** As it is at this moment. */
      readonly webhook: WebhookConfiguration;
    };

/** Changes that wait to be frozen, in the order of the feed. */
export interface WaitingChange extends Omit<NotificationItem, "url"> {
  readonly id: bigint;
  readonly at: Date;
}

/** What the relay decides by, notification by notification. */
export interface RelayView {
  readonly outstanding: number;
  /** At most 100, none of a document that an outstanding notification contains. */
  readonly waiting: readonly WaitingChange[];
}

/** What one look froze. */
export interface Freezing {
  /** In order. */
  readonly frozen: readonly DeliveryRun[];
  readonly isMoreWaiting: boolean;
  /** Whether somebody else was freezing, so that nothing was looked at: ask again soon. */
  readonly isBusy: boolean;
}

/** What there is for the relay to do. */
export interface RelayWork {
  /** Whether a committed listed move waits for its number in the feed. */
  readonly hasUnnumbered: boolean;
  /** Whether a numbered change waits to be frozen, held back or not. */
  readonly hasUnfrozen: boolean;
}

/** Freezes numbered changes into notifications (DESIGN 6, relay). Never holds up who numbers or reads the feed. */
export interface RelayRepository {
  /** Takes no lock. */
  findWork(): Promise<RelayWork>;
  /**
   * In one transaction that no second one overlaps, of whatever process: asks `decide` again and again what to freeze,
   * until it answers null, nothing waits, or 20 are frozen.
   */
  freeze(
    decide: (
      view: RelayView,
    ) => { id: string; body: Buffer; changes: readonly WaitingChange[] } | null,
    at: Date,
  ): Promise<Freezing>;
}

/** The notifications while they are delivered. Rows are the truth: every write compares id, generation and state. */
export interface DeliveryRepository {
  load(run: DeliveryRun, n: number): Promise<LoadedDelivery>;
  /**
   * Saves the attempt and settles the notification as delivered. The first one after failures also makes every other
   * pending notification due, in the same transaction, so that neither is without the other. One that was attempted just
   * now is due after a tenth of its age, at least 1 s and at most 30 s, but without this most when it was refused on both
   * sides of the recovery before: what is refused forever must not be sent with every success of its neighbours. None is
   * due before its `notBefore`.
   * @returns what became due, to be woken
   */
  saveDelivered(run: DeliveryRun, attempt: MadeAttempt, at: Date): Promise<readonly DeliveryRun[]>;
  /**
   * Saves the attempt and when the next one is due; null: the series is over, the notification is undelivered. When the
   * receiver recovered or another URL was set after this attempt began, `ifOvertaken` counts instead, unless it is null.
   * An attempt that is saved already changes nothing; one of an older generation is counted and moves nothing.
   */
  saveFailed(
    run: DeliveryRun,
    attempt: MadeAttempt,
    next: NextDelivery | null,
    ifOvertaken: ExtraDeliveries | null,
    at: Date,
  ): Promise<SavedOutcome>;
  /**
   * Without an attempt, because no URL is set: due again then; null gives the notification up. When a URL is set by now,
   * it stays due as it is.
   */
  postpone(run: DeliveryRun, until: Date | null, at: Date): Promise<SavedOutcome>;
  /** Ends this generation; the row belongs to the next one. null: it was not the current one, or settled. */
  beginGeneration(run: DeliveryRun, at: Date): Promise<DeliveryRun | null>;
  /** Whether `claimOverdue` would find any; writes nothing. */
  hasOverdue(limits: OverdueLimits): Promise<boolean>;
  /**
   * Notes that these are woken now and leaves them to the caller, longest waiting first: of several callers at once each
   * gets others.
   */
  claimOverdue(limits: OverdueLimits, at: Date, countMax: number): Promise<readonly OverdueRun[]>;
}

/** Which pending notifications are overdue, and not woken since they became due or not for long. */
export interface OverdueLimits {
  readonly dueBefore: Date;
  /** What was due before then waits for its next wake-up as `lateWokenBefore` says, the others as `wokenBefore` does. */
  readonly lateBefore: Date;
  readonly wokenBefore: Date;
  readonly lateWokenBefore: Date;
}

/** A pending notification whose run may have been lost. */
export interface OverdueRun extends DeliveryRun {
  readonly nextAttemptAt: Date;
  readonly generationAt: Date;
  /** When it was woken the last time before; null: never. */
  readonly wokenBeforeAt: Date | null;
}
