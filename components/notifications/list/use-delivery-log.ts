"use client";

import useSWRInfinite, { unstable_serialize } from "swr/infinite";
import { SWR_OPTIONS, useIsPreviousData } from "../../api/swr-options";
import { areNotificationsConcerned } from "../../live/live-connection";
import { useLiveRefresh } from "../../live/live-provider";
import { useAddressedQuery } from "../../shell/use-addressed-query";
import { type LogQuery, logPagePath, logPath, readLogQuery } from "../log/log-query";
import type { LogPage } from "../log/webhook-calls";

const ADDRESSING = {
  read: (params: Pick<URLSearchParams, "get">) =>
    readLogQuery({ state: params.get("state"), q: params.get("q") }),
  pathOf: logPagePath,
};

/**
 * Returns the delivery log, page by page, updated live. Its query is in the URL, so that a reload and a link show the
 * same rows.
 */
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
  const isStale = useIsPreviousData(unstable_serialize(pathOf), { isLoading }) && !isGiven;
  useLiveRefresh(() => mutate(), areNotificationsConcerned);
  // Rows found under a different filter must not be mistaken for the result of this one.
  const pages = (error && isStale ? undefined : data) ?? [];
  return {
    query,
    /** The current text of the search field. The search follows a moment later. */
    typed,
    setTyped,
    choose,
    rows: pages.flatMap(({ items }) => items),
    /** Whether the search left something out. */
    isCut: pages.some(({ isCut }) => isCut),
    hasMore: Boolean(pages.at(-1)?.nextCursor),
    showMore: () => setSize(size + 1),
    isLoadingMore: isValidating && size > pages.length,
    isLoading: isLoading && pages.length === 0,
    /** Whether the rows still belong to a previous filter. */
    isStale,
    error: error as unknown,
    refresh: () => mutate(),
  };
}
