import { callCockpit } from "./call-cockpit";

/** How every page reads: what is shown stays until the new is there, and live news say when to read again. */
export const SWR_OPTIONS = {
  fetcher: <T>(path: string) => callCockpit<T>("GET", path),
  keepPreviousData: true,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  // What was read a second ago may be wrong already: news refresh only what is shown, so coming back to the rest must ask.
  dedupingInterval: 0,
} as const;
