/** A queue of work on pages, which is done one page at a time. */
export interface Turns {
  /**
   * Runs the work in its turn; the waiting page nearest to the wanted one is next. Rejects if the signal aborts before
   * its turn.
   */
  run<T>(page: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  want(page: number): void;
}

interface Waiting {
  readonly page: number;
  readonly start: () => void;
}

/**
 * Creates a queue that draws the page nearest to the wanted one first, so that scrolling far does not wait for the pages
 * in between.
 */
export function takeTurns(): Turns {
  const waiting = new Set<Waiting>();
  let isBusy = false;
  let wanted = 1;
  const next = () => {
    const [nearest] = [...waiting].toSorted(
      (a, b) => Math.abs(a.page - wanted) - Math.abs(b.page - wanted),
    );
    isBusy = nearest !== undefined;
    nearest?.start();
  };
  const myTurn = (page: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        waiting.delete(entry);
        reject(signal.reason);
      };
      const start = () => {
        waiting.delete(entry);
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      const entry = { page, start };
      waiting.add(entry);
      signal.addEventListener("abort", onAbort, { once: true });
      if (!isBusy) next();
    });
  return {
    async run(page, work, signal) {
      signal.throwIfAborted();
      await myTurn(page, signal);
      try {
        return await work();
      } finally {
        next();
      }
    },
    want(page) {
      wanted = page;
    },
  };
}
