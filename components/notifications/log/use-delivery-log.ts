"use client";

import useSWRInfinite, { unstable_serialize } from "swr/infinite";
import { SWR_OPTIONS } from "../../api/swr-options";
import { useIsPreviousData } from "../../api/use-is-previous-data";
import { useLiveRefresh } from "../../live/live-provider";
import { useAddressedQuery } from "../../shell/use-addressed-query";
import { areNotificationsConcerned } from "../concerned-notifications";
import { type LogQuery, logPagePath, logPath, readLogQuery } from "./log-query";
import type { LogPage } from "./webhook-calls";

const ADDRESSING = {
  read: (params: Pick<URLSearchParams, "get">) =>
    readLogQuery({ state: params.get("state"), q: params.get("q") }),
  pathOf: logPagePath,
};

/** The delivery log, live, page after page; what it shows stands in the address, so that a reload and a link show the same. */
export function useDeliveryLog(initial: { readonly query: LogQuery; readonly page: LogPage }) {
  const { query, typed, setTyped, choose } = useAddressedQuery(ADDRESSING);
  const isGiven = query.state === initial.query.state && query.text === initial.query.text;
  const pathOf = (index: number, before: LogPage | null) => {
    if (index > 0 && !before?.nextCursor) return null;
    return logPath(query, before?.nextCursor ?? null);
  };
  const { data, error, size, setSize, mutate, isLoading, isValidating } = useSWRInfinite<LogPage>(
    pathOf,
    { ...SWR_OPTIONS, ...(isGiven ? { fallbackData: [initial.page] } : {}) },
  );
  const isStale = useIsPreviousData(unstable_serialize(pathOf)) && !isGiven;
  useLiveRefresh(() => mutate(), areNotificationsConcerned);
  // Nobody should take what stands under another filter for the answer to this one.
  const pages = (error && isStale ? undefined : data) ?? [];
  return {
    query,
    /** What stands in the search field now, which counts a moment later. */
    typed,
    setTyped,
    choose,
    rows: pages.flatMap(({ items }) => items),
    hasMore: Boolean(pages.at(-1)?.nextCursor),
    showMore: () => setSize(size + 1),
    isLoadingMore: isValidating && size > pages.length,
    isLoading: isLoading && pages.length === 0,
    /** Shows the rows of another filter until this is over. */
    isStale,
    error: error as unknown,
    refresh: () => mutate(),
  };
}
