import type { Clock } from "@/lib/kernel/ports/system";

/** Keeps notifications, and looks for what can be frozen, apart; for one process. */
export interface RelayPace {
  /** How long a caller that can wait should wait for more changes; 0: do not wait. */
  restMs(): number;
  /** Whether looking is worth its price. */
  isDue(): boolean;
  /** Told after each look, also one that failed. */
  note(look: { readonly beganAt: Date; readonly hasFrozen: boolean }): void;
}

/** Changes made in the meantime go into one notification: a busy receiver gets few full notifications instead of many small ones. */
const FREEZE_EVERY_MS = 50;
/** A look this short may be repeated with every change and outcome. */
const CHEAP_MS = 50;
/** At most a tenth of the time goes into looks in vain. */
const PAUSE_FACTOR = 10;
/** Changes are frozen after this time whatever is outstanding, so no pause is longer. */
const PAUSE_MS_MAX = 60_000;

/**
 * At most 20 turns a second freeze something, and the first after a pause does so at once (DESIGN 6). After a look that
 * froze nothing and took long, the next one is due after ten times as long, 60 s at most. While a receiver is away for hours, all
 * pending changes belong to documents that are held back, and a look reads everything outstanding.
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
      // A pause that seems longer than any is a clock that was set back.
      return pauseMs <= 0 || pauseMs > PAUSE_MS_MAX;
    },
    note({ beganAt, hasFrozen }) {
      const nowMs = clock.now().getTime();
      const tookMs = nowMs - beganAt.getTime();
      if (hasFrozen) restEndsAtMs = nowMs + FREEZE_EVERY_MS;
      const isInVain = !hasFrozen && tookMs >= CHEAP_MS;
      dueAtMs = isInVain ? nowMs + Math.min(tookMs * PAUSE_FACTOR, PAUSE_MS_MAX) : 0;
    },
  };
}
