/**
 * Makes what runs work in turn: at most so many at once, the others in the order in which they came. When so many wait
 * already, work is refused with the error of `refuse` instead.
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
      // Whoever waits takes over this place, so that nobody who comes now slips in before.
      if (next) next();
      else running -= 1;
    }
  };
}
