import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../command/command-error";
import type { Arrival, ReceiverControl } from "../receiver-control/receiver-control";

/** What the receiver got since the demo began. */
export interface Arrivals {
  /** In the order in which they came; it grows until `stop`. */
  readonly all: readonly Arrival[];
  /** Resolves when the condition holds. @throws CommandError that names `what` when nothing came for 20 s */
  until(condition: () => boolean, what: string): Promise<void>;
  /** Resolves when everything that came until now is there; nothing is read any more. */
  stop(): Promise<void>;
}

const LOOK_AGAIN_MS = 25;
const PATIENCE_MS = 20_000;

/** Begins after everything that came before, and reads on until it is stopped. */
export async function followArrivals(
  control: Pick<ReceiverControl, "listArrivals">,
  patienceMs = PATIENCE_MS,
): Promise<Arrivals> {
  let last = await findLastNumber(control);
  const all: Arrival[] = [];
  let isStopped = false;
  let failure: unknown = null;
  const readOn = async (): Promise<void> => {
    for (;;) {
      const isLast = isStopped;
      const items = await control.listArrivals(last);
      last = items.at(-1)?.number ?? last;
      all.push(...items);
      if (isLast && items.length === 0) return;
      await sleep(LOOK_AGAIN_MS);
    }
  };
  const reading = readOn().catch((error: unknown) => {
    failure = error;
  });
  return {
    all,
    until: async (condition, what) => {
      let seen = all.length;
      let deadlineMs = performance.now() + patienceMs;
      while (!condition()) {
        if (failure !== null) throw failure;
        if (all.length > seen) deadlineMs = performance.now() + patienceMs;
        seen = all.length;
        if (performance.now() > deadlineMs) {
          const seconds = Math.round(patienceMs / 1000);
          throw new CommandError(
            `The receiver got nothing for ${seconds} s and still waits for ${what}.`,
          );
        }
        await sleep(LOOK_AGAIN_MS);
      }
    },
    stop: async () => {
      isStopped = true;
      await reading;
    },
  };
}

async function findLastNumber(control: Pick<ReceiverControl, "listArrivals">): Promise<number> {
  let last = 0;
  for (;;) {
    const next = (await control.listArrivals(last)).at(-1)?.number;
    if (next === undefined) return last;
    last = next;
  }
}
