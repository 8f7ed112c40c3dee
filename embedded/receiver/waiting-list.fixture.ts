/** A list of callers that wait until a changing value fulfils a condition. */
export interface WaitingList<Value> {
  /** Resolves with the value as soon as the predicate is true. Rejects after the time limit. */
  until(predicate: (value: Value) => boolean, timeoutMs: number): Promise<Value>;
  /** Checks all predicates. Call it after every change. */
  check(): void;
  /** Rejects all remaining waits. */
  end(): void;
}

/** Creates an empty list. @param describe describes the current value for the error when a wait times out */
export function createWaitingList<Value>(
  read: () => Value,
  describe: () => string,
): WaitingList<Value> {
  const waiting = new Set<{ isMet(): boolean; settle(error: Error | null): void }>();
  return {
    until: (predicate, timeoutMs) =>
      new Promise((resolve, reject) => {
        const settle = (error: Error | null) => {
          waiting.delete(waiter);
          clearTimeout(timer);
          if (error === null) resolve(read());
          else reject(error);
        };
        const waiter = { isMet: () => predicate(read()), settle };
        const timer = setTimeout(() => {
          settle(new Error(`Waited ${timeoutMs} ms in vain. ${describe()}`));
        }, timeoutMs);
        waiting.add(waiter);
        check(waiter);
      }),
    check: () => {
      for (const waiter of waiting) check(waiter);
    },
    end: () => {
      for (const waiter of waiting) waiter.settle(new Error(`Stopped. ${describe()}`));
    },
  };
}

/**
 * Settles the wait if its predicate is true or throws an error. The caller that made the change does not receive that
 * error.
 */
function check(waiter: { isMet(): boolean; settle(error: Error | null): void }): void {
  try {
    if (waiter.isMet()) waiter.settle(null);
  } catch (error) {
    waiter.settle(error instanceof Error ? error : new Error(String(error)));
  }
}
