import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../command/command-error";
import type { Arrival, ReceiverControl } from "../receiver-control/receiver-control";

/** The requests that the receiver has received since the demo started. */
export interface Arrivals {
  /** In order of arrival; grows until `stop`. */
  readonly all: readonly Arrival[];
  /** Resolves when the condition is true. @throws CommandError that names `what` if nothing arrives for 60 s */
  until(condition: () => boolean, what: string): Promise<void>;
  /** Stops reading. */
  stop(): void;
}

const LOOK_AGAIN_MS = 25;
/** A busy machine may need more than 20 s to read a document. */
const PATIENCE_MS = 60_000;

/**
 * Collects the requests that arrive after this call. Reads until it is stopped, because a receiver keeps only the newest
 * requests.
 */
export async function followArrivals(
  control: Pick<ReceiverControl, "listArrivals">,
  patienceMs = PATIENCE_MS,
): Promise<Arrivals> {
  const all: Arrival[] = [];
  let last = 0;
  let isStopped = false;
  const read = async () => {
    const items = await control.listArrivals(last);
    last = items.at(-1)?.number ?? last;
    return items;
  };
  while ((await read()).length > 0);
  const readOn = async () => {
    for (; !isStopped; await sleep(LOOK_AGAIN_MS)) all.push(...(await read()));
  };
  const reading = readOn().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  return {
    all,
    until: async (condition, what) => {
      let deadlineMs = 0;
      for (let seen = -1; !condition(); ) {
        if (all.length > seen) deadlineMs = performance.now() + patienceMs;
        seen = all.length;
        if (performance.now() > deadlineMs) throw nothingFor(patienceMs, what);
        const failed = await Promise.race([reading, sleep(LOOK_AGAIN_MS, null)]);
        if (failed) throw failed.error;
      }
    },
    stop: () => {
      isStopped = true;
    },
  };
}

const nothingFor = (patienceMs: number, what: string) =>
  new CommandError(
    `The receiver got nothing for ${Math.round(patienceMs / 1000)} s while the demo waited for ${what}.`,
  );
