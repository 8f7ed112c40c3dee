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

/**
 * Shares a check among all callers within this many milliseconds of its start. A failed check is not shared, because the
 * next caller must notice when the database is back.
 */
export function shareLook<Found>(
  look: () => Promise<Found>,
  { nowMs, sharedForMs }: { readonly nowMs: () => number; readonly sharedForMs: number },
): () => Promise<Found> {
  let last: { readonly beganAtMs: number; readonly found: Promise<Found> } | null = null;
  return () => {
    const beganAtMs = nowMs();
    if (last && Math.abs(beganAtMs - last.beganAtMs) < sharedForMs) return last.found;
    const begun = { beganAtMs, found: look() };
    last = begun;
    begun.found.catch(() => {
      if (last === begun) last = null;
    });
    return begun.found;
  };
}
