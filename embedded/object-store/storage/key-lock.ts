/** Runs work for one key strictly one after another, in this process. Other keys do not wait. */
export interface KeyLock {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** A chain of promises per key; a key nobody uses takes no memory. */
export function createKeyLock(): KeyLock {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = tails.get(key) ?? Promise.resolve();
      // A failure belongs to its own caller, not to the next in line.
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
