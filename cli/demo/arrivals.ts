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
  const all: Arrival[] = [];
  let last = 0;
  let lastNewsMs = performance.now();
  let isStopped = false;
  const read = async (): Promise<readonly Arrival[]> => {
    const items = await control.listArrivals(last);
    last = items.at(-1)?.number ?? last;
    if (items.length > 0) lastNewsMs = performance.now();
    return items;
  };
  while ((await read()).length > 0);
  const readOn = async () => {
    for (;;) {
      const isLast = isStopped;
      const items = await read();
      all.push(...items);
      if (isLast && items.length === 0) return;
      await sleep(LOOK_AGAIN_MS);
    }
  };
  let failure: unknown = null;
  const reading = readOn().catch((error: unknown) => {
    failure = error;
  });
  return {
    all,
    until: async (condition, what) => {
      lastNewsMs = performance.now();
      while (!condition()) {
        if (failure !== null) throw failure;
        if (performance.now() > lastNewsMs + patienceMs) {
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
