import type { Clock } from "@/lib/kernel/ports/system";

/**
 * Limits how often one process checks for changes to freeze. Pauses are longer while checks are slow and freeze nothing.
 */
export interface RelayPace {
  /** Returns how many milliseconds a caller that can wait should wait for more changes; 0 for no wait. */
  restMs(): number;
  /** Returns whether checking for changes to freeze is worth its cost. */
  isDue(): boolean;
  /**
   * Records a check, even if it failed. Only the search for waiting changes counts as its duration, because numbering may
   * wait for other processes. `search` is null if it never began.
   */
  note(look: {
    readonly beganAt: Date;
    readonly search: { readonly from: Date; readonly to: Date } | null;
    readonly hasFrozen: boolean;
  }): void;
}

/**
 * Changes made within this time go into one notification, so that a busy receiver gets few full notifications instead of
 * many small ones.
 */
const FREEZE_EVERY_MS = 50;
/** A check that is this short may be repeated after every change and outcome. */
const CHEAP_MS = 50;
/** At most a tenth of the time is spent on checks that freeze nothing. */
const PAUSE_FACTOR = 10;
/** Changes are frozen after this time however many notifications are outstanding, so no pause is longer. */
const PAUSE_MS_MAX = 60_000;

/**
 * Allows freezing at most 20 times a second, and immediately after a pause (DESIGN 6). After a check that took long and
 * froze nothing, the next check is due after ten times that duration, at most 60 s. While a receiver is unavailable for
 * hours, all pending changes belong to documents that are held back, and each check reads everything outstanding.
 */
export function createRelayPace({ clock }: { readonly clock: Clock }): RelayPace {
  let dueAtMs = 0;
  let restEndsAtMs = 0;
  return {
    restMs() {
      const restMs = restEndsAtMs - clock.now().getTime();
      return restMs > FREEZE_EVERY_MS ? 0 : Math.max(restMs, 0);
    },
    isDue() {
      const pauseMs = dueAtMs - clock.now().getTime();
      // A longer pause than the maximum means that the clock was set back.
      return pauseMs <= 0 || pauseMs > PAUSE_MS_MAX;
    },
    note({ beganAt, search, hasFrozen }) {
      const nowMs = clock.now().getTime();
      const tookMs = search ? search.to.getTime() - search.from.getTime() : 0;
      if (hasFrozen) restEndsAtMs = beganAt.getTime() + FREEZE_EVERY_MS;
      const isInVain = !hasFrozen && tookMs >= CHEAP_MS;
      dueAtMs = isInVain ? nowMs + Math.min(tookMs * PAUSE_FACTOR, PAUSE_MS_MAX) : 0;
    },
  };
}
