/**
 * Runs the jobs for one key strictly one after another, within this process. Different keys do not wait for each other.
 */
export interface KeyLock {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Creates a lock with a chain of promises per key; an unused key takes no memory. */
export function createKeyLock(): KeyLock {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = tails.get(key) ?? Promise.resolve();
      // A failure affects only its own caller, not the next caller in the queue.
      const result = before.then(work, work);
      tails.set(key, result);
      try {
        return await result;
      } finally {
        if (tails.get(key) === result) {
          tails.delete(key);
        }
      }
    },
  };
}
