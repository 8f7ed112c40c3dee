/** Tells whoever forwards status changes that there may be new ones. */
export interface Changes {
  /** Called after the commit of a change. Returns at once, never throws; a call that is lost costs a second at most. */
  announce(): void;
}
