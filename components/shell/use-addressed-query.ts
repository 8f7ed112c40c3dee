"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { noteView } from "../ui/last-view";
import { searchText } from "./addresses";

const TYPING_PAUSE_MS = 200;

/** Converts a list's query from and to the page's URL. Neither function changes between renders. */
export interface Addressing<Query> {
  readonly read: (params: Pick<URLSearchParams, "get" | "getAll">) => Query;
  readonly pathOf: (query: Query) => string;
  /** Whether going back undoes the last choice. Typed text is never added to the browser's history. */
  readonly areChoicesKept?: boolean;
}

/**
 * Keeps a list's query in the page's URL, so that a reload, a link or going back shows the same rows. Typed text takes
 * effect after a pause. Unless the addressing says otherwise, the URL is replaced and never added to the history.
 */
export function useAddressedQuery<Query extends { readonly text: string }>({
  read,
  pathOf,
  areChoicesKept = false,
}: Addressing<Query>) {
  const params = useSearchParams();
  const [query, setQuery] = useState(() => read(params));
  const [typed, setTyped] = useState(query.text);
  const latest = useRef(query);
  // Next reports a URL later than it was written, so URLs written here must not be mistaken for changes from outside.
  const written = useRef(new Set<string>());

  const put = useCallback(
    (changes: Partial<Query>, isKept = false) => {
      const next = { ...latest.current, ...changes };
      const path = pathOf(next);
      const isSame = path === pathOf(latest.current);
      latest.current = next;
      setQuery(next);
      written.current.add(path);
      if (isKept && !isSame) window.history.pushState(null, "", path);
      else window.history.replaceState(null, "", path);
      noteView(path);
    },
    [pathOf],
  );

  const choose = useCallback(
    (changes: Partial<Query>, { isTyped = false } = {}) => {
      if (changes.text !== undefined) setTyped(changes.text);
      put(changes, areChoicesKept && !isTyped);
    },
    [put, areChoicesKept],
  );

  useEffect(() => {
    const addressed = read(params);
    const path = pathOf(addressed);
    // While a different page is opening, this hook may already receive the URL of that page.
    if (path.split("?")[0] !== window.location.pathname) return;
    noteView(path);
    const isLatest = path === pathOf(latest.current);
    if (isLatest) written.current.clear();
    if (isLatest || written.current.has(path)) return;
    // The URL was changed elsewhere, for example by a link to the whole cockpit.
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
