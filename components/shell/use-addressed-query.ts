"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { noteView } from "../ui/last-view";
import { searchText } from "./search-text";

const TYPING_PAUSE_MS = 200;

/** How a list's query stands in the page's address; neither function ever changes. */
export interface Addressing<Query> {
  readonly read: (params: Pick<URLSearchParams, "get">) => Query;
  readonly pathOf: (query: Query) => string;
}

/**
 * What a list shows, kept in the page's address, so that a reload, a link or the way back shows the same. What is typed counts
 * after a pause; the address is replaced, never added to the history.
 */
export function useAddressedQuery<Query extends { readonly text: string }>({
  read,
  pathOf,
}: Addressing<Query>) {
  const params = useSearchParams();
  const [query, setQuery] = useState(() => read(params));
  const [typed, setTyped] = useState(query.text);
  const latest = useRef(query);
  // Next tells of a new address later than it was written: what was written here must not come back as news.
  const written = useRef(new Set<string>());

  const put = useCallback(
    (changes: Partial<Query>) => {
      const next = { ...latest.current, ...changes };
      latest.current = next;
      setQuery(next);
      const path = pathOf(next);
      written.current.add(path);
      window.history.replaceState(null, "", path);
      noteView(path);
    },
    [pathOf],
  );

  const choose = useCallback(
    (changes: Partial<Query>) => {
      if (changes.text !== undefined) setTyped(changes.text);
      put(changes);
    },
    [put],
  );

  useEffect(() => {
    const addressed = read(params);
    const path = pathOf(addressed);
    // On the way to another page its address may be news here, too.
    if (path.split("?")[0] !== window.location.pathname) return;
    noteView(path);
    const isLatest = path === pathOf(latest.current);
    if (isLatest) written.current.clear();
    if (isLatest || written.current.has(path)) return;
    // By a link to the whole cockpit, say.
    latest.current = addressed;
    setQuery(addressed);
    setTyped(addressed.text);
  }, [params, read, pathOf]);

  useEffect(() => {
    const text = searchText(typed);
    if (text === query.text) return;
    const timer = setTimeout(() => put({ text } as Partial<Query>), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query, put]);

  return { query, typed, setTyped, choose };
}
