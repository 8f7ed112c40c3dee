import { type SWRResponse, useSWRConfig } from "swr";
import { callCockpit } from "./call-cockpit";

/**
 * How every page loads data: the old data stays on the page until the new data has arrived, and live updates trigger a
 * reload.
 */
export const SWR_OPTIONS = {
  fetcher: <T>(path: string) => callCockpit<T>("GET", path),
  keepPreviousData: true,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  // Data read a second ago may already be stale: live updates refresh only what is on the page, so everything else must
  // be read again when it reappears.
  dedupingInterval: 0,
} as const;

/**
 * Returns whether nothing has been loaded for a key yet, in which case `keepPreviousData` shows the data of a different
 * key. Remains true while the key is loading and after loading has failed. Data delivered with the page does not count as
 * loaded. `response` is what the hook of this key returned.
 */
export function useIsPreviousData(
  key: string,
  { isLoading }: Pick<SWRResponse, "isLoading">,
): boolean {
  const { cache } = useSWRConfig();
  // Reading `isLoading` makes React render again even if the new data equals the previous data, such as two empty lists.
  return isLoading || cache.get(key)?.data === undefined;
}
