import { errorMessage } from "../node-helpers";
import { nextTickMs } from "../protocol/cron";
import type { CronTrigger } from "../state/cron-rows";
import type { ExecutorClock } from "./clock";
import type { Coordinator } from "./coordinator";
import type { Log } from "./log-line";

const RETRY_DELAY_MS = 1000;

/** Fires the cron triggers of the served functions. */
export interface CronTicks {
  /**
   * Replaces the crons; only the new ones fire from now on. A known cron keeps its time unless the new time is earlier.
   * An overdue tick fires once, immediately.
   */
  replace(crons: readonly CronTrigger[]): void;
  stop(): void;
}

/** Creates cron ticks, initially without any crons. A tick that cannot be stored is retried until it can. */
export function createCronTicks(options: {
  readonly coordinator: Coordinator;
  readonly clock: ExecutorClock;
  readonly log: Log;
}): CronTicks {
  const { coordinator, clock } = options;
  const armed = new Map<string, Armed>();

  const disarm = (name: string) => {
    armed.get(name)?.revokeTimer();
    armed.delete(name);
  };

  const arm = (cron: CronTrigger, timeMs: number) => {
    const entry: Armed = { cron, revokeTimer: () => undefined };
    armed.set(nameOf(cron), entry);
    const isArmed = () => armed.get(nameOf(cron)) === entry;
    const begin = () =>
      void fire(cron).then(
        (next) => isArmed() && arm(next, next.nextAtMs),
        (error: unknown) => {
          const message = `A cron tick could not be stored: ${errorMessage(error)}`;
          options.log({ level: "error", message, functionId: cron.functionId });
          if (isArmed()) arm(cron, clock.now() + RETRY_DELAY_MS);
        },
      );
    if (timeMs <= clock.now()) begin();
    else entry.revokeTimer = clock.at(timeMs, begin);
  };

  const fire = async (cron: CronTrigger): Promise<CronTrigger> => {
    const { functionId, expression } = cron;
    const next = { ...cron, nextAtMs: nextTickMs(expression, clock.now()) };
    const served = coordinator.functions.get(functionId);
    if (served === undefined) return next;
    const minute = `${new Date(cron.nextAtMs).toISOString().slice(0, 16)}Z`;
    const event = {
      id: `cron-${functionId}-${minute}`,
      name: "inngest/scheduled.timer",
      ts: cron.nextAtMs,
      data: { cron: expression },
    };
    await coordinator.tick(event, served, next);
    return next;
  };

  return {
    replace: (crons) => {
      const names = new Set(crons.map(nameOf));
      for (const name of [...armed.keys()]) {
        if (!names.has(name)) disarm(name);
      }
      for (const cron of crons) {
        const known = armed.get(nameOf(cron));
        if (known !== undefined && known.cron.nextAtMs <= cron.nextAtMs) continue;
        known?.revokeTimer();
        arm(cron, cron.nextAtMs);
      }
    },
    stop: () => {
      for (const name of [...armed.keys()]) disarm(name);
    },
  };
}

interface Armed {
  readonly cron: CronTrigger;
  revokeTimer: () => void;
}

function nameOf({ functionId, expression }: CronTrigger): string {
  return JSON.stringify([functionId, expression]);
}
