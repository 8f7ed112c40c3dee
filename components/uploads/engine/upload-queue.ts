/** Work that is begun in its order, a few pieces at a time. */
export interface UploadQueue {
  /** `run` must not reject: each piece answers for its own failures. */
  push(id: string, run: () => Promise<void>): void;
  /** Takes back what has not begun; answers whether there was such a piece. */
  take(id: string): boolean;
  has(id: string): boolean;
  /** Begins nothing until `resume`; what has begun goes on. */
  pause(): void;
  resume(): void;
}

/** An empty queue that runs at most `parallelMax` pieces at once. */
export function createUploadQueue(parallelMax: number): UploadQueue {
  const waiting = new Map<string, () => Promise<void>>();
  let order: string[] = [];
  let next = 0;
  let running = 0;
  let isPaused = false;

  const nextWaiting = () => {
    for (; next < order.length; next += 1) {
      const id = order[next] ?? "";
      const run = waiting.get(id);
      if (!run) continue;
      next += 1;
      waiting.delete(id);
      return run;
    }
    order = [];
    next = 0;
    return null;
  };
  const pump = () => {
    while (!isPaused && running < parallelMax) {
      const run = nextWaiting();
      if (!run) return;
      running += 1;
      void run().finally(() => {
        running -= 1;
        pump();
      });
    }
  };
  return {
    push: (id, run) => {
      waiting.set(id, run);
      order.push(id);
      pump();
    },
    take: (id) => waiting.delete(id),
    has: (id) => waiting.has(id),
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      pump();
    },
  };
}
