/** Something that waits and can be done at once; resolves with whether it was done. */
export type Flush = () => Promise<boolean>;

/** What must be done before a session of this tab is ended on purpose. */
export interface BeforeLeaving {
  /** Has it done before leaving; returns a function that revokes it. */
  add(flush: Flush): () => void;
  /** Does all of it; resolves with whether everything was done in time. Never rejects. */
  flushAll(withinMs: number): Promise<boolean>;
}

/** Makes a list that is empty. */
export function createBeforeLeaving(): BeforeLeaving {
  const flushes = new Set<Flush>();
  return {
    add: (flush) => {
      flushes.add(flush);
      return () => void flushes.delete(flush);
    },
    flushAll: async (withinMs) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tooLate = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), withinMs);
      });
      const all = Promise.all([...flushes].map((flush) => flush())).then(
        (results) => results.every(Boolean),
        () => false,
      );
      const wasDone = await Promise.race([all, tooLate]);
      clearTimeout(timer);
      return wasDone;
    },
  };
}

/** What this tab does before it leaves. */
export const beforeLeaving = createBeforeLeaving();
