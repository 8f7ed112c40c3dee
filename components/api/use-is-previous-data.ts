"use client";

import { useSWRConfig } from "swr";

/**
 * Returns whether nothing has been loaded for a key yet, in which case `keepPreviousData` shows the data of a different
 * key. Remains true while the key is loading and after loading has failed. Data delivered with the page does not count as
 * loaded.
 */
export function useIsPreviousData(key: string): boolean {
  const { cache } = useSWRConfig();
  return cache.get(key)?.data === undefined;
}
