/** Does pending work immediately; resolves to true if the work succeeded. */
export type Flush = () => Promise<boolean>;

/** The work that must be done before the user ends this tab's session. */
export interface BeforeLeaving {
  /** Adds work to do before leaving; returns a function that withdraws the work. */
  add(flush: Flush): () => void;
  /** Does all pending work; resolves to true if everything was done in time. Never rejects. */
  flushAll(withinMs: number): Promise<boolean>;
}

/**
 * Calls `onHidden` whenever the tab is hidden, because phones discard hidden tabs without firing `pagehide`, and `onLeft` when
 * the page is left, also by a link inside the application. For effects: @returns the function that ends it.
 */
export function watchLeaving(onHidden: () => void, onLeft: () => void): () => void {
  const hidden = () => document.visibilityState === "hidden" && onHidden();
  window.addEventListener("pagehide", onLeft);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    window.removeEventListener("pagehide", onLeft);
    document.removeEventListener("visibilitychange", hidden);
    onLeft();
  };
}

/** Creates an empty list of pending work. */
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

/** The pending work of this tab. */
export const beforeLeaving = createBeforeLeaving();
