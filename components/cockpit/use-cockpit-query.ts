"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type CockpitQuery, cockpitPath, readCockpitQuery, searchText } from "./cockpit-query";

const TYPING_PAUSE_MS = 200;

/**
 * What the cockpit shows, kept in the page's address, so that a reload or the way back shows the same. What is typed counts
 * after a pause; the address is replaced, never added to the history.
 */
export function useCockpitQuery() {
  const params = useSearchParams();
  const query = useMemo(() => readCockpitQuery(params), [params]);
  const [typed, setTyped] = useState(query.text);
  const [own, setOwn] = useState(query.text);
  const [seen, setSeen] = useState(query.text);
  // The address has changed, and not by typing here: by a link to the whole cockpit, say.
  if (query.text !== seen) {
    setSeen(query.text);
    if (query.text !== own) setTyped(query.text);
  }

  const choose = useCallback(
    (changes: Partial<CockpitQuery>) => {
      const next = { ...query, ...changes };
      if (changes.text !== undefined) setTyped(changes.text);
      setOwn(next.text);
      window.history.replaceState(null, "", cockpitPath(next));
    },
    [query],
  );

  useEffect(() => {
    const text = searchText(typed);
    if (text === query.text) return;
    const timer = setTimeout(() => {
      setOwn(text);
      window.history.replaceState(null, "", cockpitPath({ ...query, text }));
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query]);

  return { query, typed, setTyped, choose };
}
