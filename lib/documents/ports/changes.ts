/** A change of a document's status, or anything else that pages show. */
export type Announcement = "status" | "other";

/** Announces that there may be new status changes to forward. */
export interface Changes {
  /**
   * Called after a change was committed, by default a status change. Returns at once, never throws; a lost call costs at most a
   * second.
   */
  announce(what?: Announcement): void;
}

/** The announcements of this process, for its listeners. */
export interface ChangeSignal extends Changes {
  /**
   * Calls the listener for each announcement from now on; an error that it throws is dropped.
   * @returns ends the subscription; safe to call twice
   */
  subscribe(listener: (what: Announcement) => void): () => void;
}
