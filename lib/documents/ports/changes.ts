/** The subject of a change: a document's status, or anything else that pages show. */
export type Announcement = "status" | "other";

/** Announces that there may be new status changes to forward. */
export interface Changes {
  /**
   * Announces a committed change, by default a status change. Returns immediately and never throws; a lost announcement
   * delays delivery by at most a second.
   */
  announce(what?: Announcement): void;
}

/** The announcements within this process, and a way to listen to them. */
export interface ChangeSignal extends Changes {
  /**
   * Calls the listener for each announcement from now on and ignores errors that it throws.
   * @returns a function that ends the subscription; safe to call twice
   */
  subscribe(listener: (what: Announcement) => void): () => void;
}
