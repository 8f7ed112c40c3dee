/**
 * Runs at most this many jobs at a time; further jobs wait in order of arrival. If too many are waiting, a new job is
 * rejected with the error that `refuse` returns.
 */
export function limitAtOnce(
  atOnceMax: number,
  waitingMax: number,
  refuse: () => Error,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnceMax && waiting.length >= waitingMax) throw refuse();
    if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next job in the queue takes over this slot, so that a new job cannot overtake it.
      if (next) next();
      else running -= 1;
    }
  };
}
