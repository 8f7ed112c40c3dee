/** Counts what is going on, so that somebody can wait until nothing is. */
export interface WorkTracker {
  /** The work counts until it has settled; the answer is the work itself. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when nothing is tracked, not even something that the last work led to. */
  settled(): Promise<void>;
}

/** A tracker without any work. */
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
