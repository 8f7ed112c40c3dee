"use client";

import { useSWRConfig } from "swr";

/**
 * Whether nothing was read at a key yet: what `keepPreviousData` shows then belongs to another one, while the new one is read
 * and also when that has failed. What a page was given to begin with does not count as read.
 */
export function useIsPreviousData(key: string): boolean {
  const { cache } = useSWRConfig();
  return cache.get(key)?.data === undefined;
}
