"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import useSWRInfinite, { unstable_serialize } from "swr/infinite";
import { SWR_OPTIONS } from "../../api/swr-options";
import { useIsPreviousData } from "../../api/use-is-previous-data";
import type { LiveNews } from "../../live/live-connection";
import { useLiveRefresh } from "../../live/live-provider";
import { type LogFilter, logPath, readLogFilter } from "./log-query";
import type { LogPage } from "./webhook-calls";

/** Whether notifications are among the news. */
export const areNotificationsConcerned = (news: LiveNews) =>
  news === "everything" || news.areNotificationsChanged;

/** The delivery log, live, page after page; what it shows stands in the address, so that a reload and a link show the same. */
export function useDeliveryLog(initial: { readonly filter: LogFilter; readonly page: LogPage }) {
  const [filter, choose] = useFilter();
  const isGiven = filter === initial.filter;
  const pathOf = (index: number, before: LogPage | null) => {
    if (index > 0 && !before?.nextCursor) return null;
    return logPath(filter, before?.nextCursor ?? null);
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
    filter,
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

/** The filter in the address. The address follows a choice a moment later, the choice itself holds at once. */
function useFilter(): readonly [LogFilter, (chosen: LogFilter) => void] {
  const inAddress = readLogFilter(useSearchParams().get("state"));
  const [held, hold] = useState({ inAddress, filter: inAddress });
  if (held.inAddress !== inAddress) hold({ inAddress, filter: inAddress });
  const choose = (chosen: LogFilter) => {
    hold({ inAddress, filter: chosen });
    const query = chosen === "all" ? "" : `?state=${chosen}`;
    window.history.replaceState(null, "", `${window.location.pathname}${query}`);
  };
  return [held.filter, choose];
}
