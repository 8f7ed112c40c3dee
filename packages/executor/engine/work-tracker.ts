/** Counts work in progress, so that callers can wait until none is left. */
export interface WorkTracker {
  /** Counts the work until it has settled; returns the same promise. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when nothing is tracked any more, including work that was started by tracked work. */
  settled(): Promise<void>;
}

/** Creates a tracker without any work. */
export function createWorkTracker(): WorkTracker {
  let running = 0;
  let waiting: (() => void)[] = [];

  const end = () => {
    running -= 1;
    if (running === 0 && waiting.length > 0) setImmediate(releaseWhenIdle);
  };
  const releaseWhenIdle = () => {
    if (running > 0) return;
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };

  return {
    track: (work) => {
      running += 1;
      work.then(end, end);
      return work;
    },
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        setImmediate(releaseWhenIdle);
      }),
  };
}
