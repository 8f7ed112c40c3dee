import { setTimeout as sleep } from "node:timers/promises";
import type { Arrival, ReceiverControl } from "../receiver-control/receiver-control";
import { DemoFailure } from "./demo-failure";

/** What the receiver got since the demo began, read while somebody waits for it. */
export interface Arrivals {
  /** In the order in which they came. The same array every time. */
  all(): readonly Arrival[];
  /** Reads on until the work is done, and resolves or rejects as it does. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Reads on until the condition holds. @throws DemoFailure that names `what` when nothing came for 20 s */
  until(condition: () => boolean, what: string): Promise<void>;
  /** Calls with each arrival that is read from now on, until the returned function is called. */
  listen(listener: (arrival: Arrival) => void): () => void;
}

const LOOK_AGAIN_MS = 25;
const PATIENCE_MS = 20_000;

/** Begins behind everything that came before. */
export async function followArrivals(
  control: Pick<ReceiverControl, "listArrivals">,
  patienceMs = PATIENCE_MS,
): Promise<Arrivals> {
  let last = await findLastNumber(control);
  const arrivals: Arrival[] = [];
  const listeners = new Set<(arrival: Arrival) => void>();
  const read = async (): Promise<boolean> => {
    const items = await control.listArrivals(last);
    last = items.at(-1)?.number ?? last;
    arrivals.push(...items);
    for (const item of items) for (const listener of listeners) listener(item);
    return items.length > 0;
  };
  return {
    all: () => arrivals,
    during: async (work) => {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      // Whoever called hears of the failure below; a reading that fails first must not leave it unheard.
      done.catch(() => undefined);
      while (!isDone) await Promise.all([read(), sleep(LOOK_AGAIN_MS)]);
      return done;
    },
    until: async (condition, what) => {
      let deadlineMs = performance.now() + patienceMs;
      for (;;) {
        if (await read()) deadlineMs = performance.now() + patienceMs;
        if (condition()) return;
        if (performance.now() > deadlineMs) {
          const seconds = Math.round(patienceMs / 1000);
          throw new DemoFailure(`The receiver waited ${seconds} s in vain for ${what}.`);
        }
        await sleep(LOOK_AGAIN_MS);
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
