import { callCockpit } from "./call-cockpit";

/** How every page reads: what is shown stays until the new is there, and live news say when to read again. */
export const SWR_OPTIONS = {
  fetcher: <T>(path: string) => callCockpit<T>("GET", path),
  keepPreviousData: true,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
} as const;
