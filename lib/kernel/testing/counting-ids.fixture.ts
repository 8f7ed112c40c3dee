import type { Ids } from "../ports";

/** Creates version 7 UUIDs in ascending order, the same in every run. */
export function createCountingIds(): Ids {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      return `019cbc00-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;
    },
  };
}
