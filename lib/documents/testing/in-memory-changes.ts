import type { Changes } from "../ports";

/** Counts announcements. */
export interface InMemoryChanges extends Changes {
  /** Returns how many announcements there were since the last call. */
  takeCount(): number;
}

/** Creates a counter at zero. */
export function createInMemoryChanges(): InMemoryChanges {
  let count = 0;
  return {
    announce: () => {
      count += 1;
    },
    takeCount: () => {
      const counted = count;
      count = 0;
      return counted;
    },
  };
}
