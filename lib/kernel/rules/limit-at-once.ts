/**
 * Limits concurrent work to this many pieces at a time; the others wait in order of arrival. If too many are waiting,
 * work is rejected with the error of `refuse`.
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
      // The next in the queue takes over this slot, so that a new arrival cannot overtake it.
      if (next) next();
      else running -= 1;
    }
  };
}
