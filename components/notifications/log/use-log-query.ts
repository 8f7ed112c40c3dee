"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { searchText } from "../../shell/search-text";
import { type LogQuery, logAddress, readLogQuery } from "./log-query";

const TYPING_PAUSE_MS = 300;

/**
 * What the delivery log shows, kept in the page's address, so that a reload and a link show the same. What is typed counts after a
 * pause; the address follows a choice a moment later, the choice itself holds at once.
 */
export function useLogQuery() {
  const params = useSearchParams();
  const [query, setQuery] = useState(() => readParams(params));
  const [typed, setTyped] = useState(query.text);
  // Next tells of a new address later than it was written: what was written here must not come back as news.
  const written = useRef(new Set<string>());

  const put = (next: LogQuery) => {
    setQuery(next);
    const address = logAddress(next);
    written.current.add(address);
    window.history.replaceState(null, "", window.location.pathname + address);
  };
  const follow = useEffectEvent((addressed: LogQuery) => {
    const address = logAddress(addressed);
    const isLatest = address === logAddress(query);
    if (isLatest) written.current.clear();
    if (isLatest || written.current.has(address)) return;
    setQuery(addressed);
    setTyped(addressed.text);
  });
  useEffect(() => follow(readParams(params)), [params]);

  const search = useEffectEvent((text: string) => put({ ...query, text }));
  const wanted = searchText(typed);
  const isWaiting = wanted !== query.text;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => search(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, isWaiting]);

  const choose = (changes: Partial<LogQuery>) => {
    if (changes.text !== undefined) setTyped(changes.text);
    put({ ...query, ...changes });
  };
  return { query, typed, setTyped, choose };
}

const readParams = (params: Pick<URLSearchParams, "get">) =>
  readLogQuery({ state: params.get("state"), q: params.get("q") });
