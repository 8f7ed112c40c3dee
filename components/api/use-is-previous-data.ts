"use client";

import { useSWRConfig } from "swr";

/**
 * Whether nothing has been read under a key yet, in which case `keepPreviousData` shows the data of another key. This
 * remains true while the new key is loading and after that has failed. Data given with the page does not count as read.
 */
export function useIsPreviousData(key: string): boolean {
  const { cache } = useSWRConfig();
  return cache.get(key)?.data === undefined;
}
