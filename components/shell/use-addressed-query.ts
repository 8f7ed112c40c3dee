"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { type CockpitQuery, cockpitPath, readCockpitQuery, searchText } from "./cockpit-query";

const TYPING_PAUSE_MS = 200;

/**
 * What the cockpit shows, kept in the page's address, so that a reload or the way back shows the same. What is typed counts
 * after a pause; the address is replaced, never added to the history.
 */
export function useCockpitQuery() {
  const params = useSearchParams();
  const [query, setQuery] = useState(() => readCockpitQuery(params));
  const [typed, setTyped] = useState(query.text);
  const latest = useRef(query);
  // Next tells of a new address later than it was written: what was written here must not come back as news.
  const written = useRef(new Set<string>());

  const put = useCallback((changes: Partial<CockpitQuery>) => {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setQuery(next);
    const path = cockpitPath(next);
    written.current.add(path);
    window.history.replaceState(null, "", path);
  }, []);

  const choose = useCallback(
    (changes: Partial<CockpitQuery>) => {
      if (changes.text !== undefined) setTyped(changes.text);
      put(changes);
    },
    [put],
  );

  useEffect(() => {
    const addressed = readCockpitQuery(params);
    const path = cockpitPath(addressed);
    const isLatest = path === cockpitPath(latest.current);
    if (isLatest) written.current.clear();
    if (isLatest || written.current.has(path)) return;
    // By a link to the whole cockpit, say.
    latest.current = addressed;
    setQuery(addressed);
    setTyped(addressed.text);
  }, [params]);

  useEffect(() => {
    const text = searchText(typed);
    if (text === query.text) return;
    const timer = setTimeout(() => put({ text }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query, put]);

  return { query, typed, setTyped, choose };
}
