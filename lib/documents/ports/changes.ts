/** A change of a document's status, or anything else that pages show. */
export type Announcement = "status" | "other";

/** Tells whoever forwards status changes that there may be new ones. */
export interface Changes {
  /**
   * Called after the commit of a change, by default of one of a status. Returns at once, never throws; a call that is lost costs
   * a second at most.
   */
  announce(what?: Announcement): void;
}

/** The announcements of this process, for whoever listens to them. */
export interface ChangeSignal extends Changes {
  /**
   * Calls the listener for each announcement from now on; an error that it throws is dropped.
   * @returns ends the subscription; harmless to call twice
   */
  subscribe(listener: (what: Announcement) => void): () => void;
}
