import { useCallback, useEffect, useState } from "react";
import type { DocumentPage, DocumentPages } from "@/lib/http/processing/cockpit-schemas";
import { callCockpit } from "../../../api/call-cockpit";
import { PreviewRefusal } from "../file/preview-refusal";

interface Loaded {
  readonly pages: readonly DocumentPage[];
  readonly total: number;
  readonly refusal: PreviewRefusal | null;
  readonly error: unknown;
}

const NOTHING: Loaded = { pages: [], total: 0, refusal: null, error: null };
const BATCH = 10;
const BATCH_MAX = 50;

/**
 * Loads a document's stored pages, from the first to at least the wanted one, and more on request. If no pages were
 * stored, tries again when the status changes.
 */
export function useStoredPages(uuid: string, wantedPage: number, status: number) {
  const [loaded, setLoaded] = useState(NOTHING);
  const [minimum, setMinimum] = useState(BATCH);
  const wanted = Math.max(minimum, wantedPage);
  const { pages, total, error } = loaded;
  const isComplete = total > 0 && (pages.length >= wanted || pages.length >= total);
  const needsMore = loaded.refusal === null && error === null && !isComplete;
  const from = (pages.at(-1)?.number ?? 0) + 1;
  useEffect(() => {
    if (!needsMore) return;
    const leaving = new AbortController();
    const limit = Math.min(BATCH_MAX, Math.max(BATCH, wanted - from + 1));
    const path = `/api/cockpit/documents/${uuid}/pages?from=${from}&limit=${limit}`;
    callCockpit<DocumentPages>("GET", path, { signal: leaving.signal }).then(
      (answer) => leaving.signal.aborted || setLoaded((before) => after(before, answer)),
      (failed) => leaving.signal.aborted || setLoaded((before) => ({ ...before, error: failed })),
    );
    return () => leaving.abort();
  }, [uuid, needsMore, from, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies(status): pages that are there stay where people read them.
  useEffect(() => {
    setLoaded((before) => (before.refusal ? NOTHING : before));
  }, [status]);
  return {
    ...loaded,
    isLoading: needsMore,
    loadMore: useCallback(() => setMinimum((before) => before + 2 * BATCH), []),
    retry: useCallback(() => setLoaded(NOTHING), []),
  };
}

function after(before: Loaded, answer: DocumentPages): Loaded {
  const pages = [...before.pages, ...answer.items];
  // A new run may have stored fewer pages in the meantime.
  const total = answer.items.length === 0 ? pages.length : answer.total;
  const refusal = pages.length === 0 ? refusalOf(answer) : null;
  return { pages, total, refusal, error: null };
}

const FAILURES: readonly string[] = ["encrypted", "corrupt"];

function refusalOf({ state, failure }: DocumentPages): PreviewRefusal {
  const code = failure?.code ?? "";
  if (FAILURES.includes(code)) return new PreviewRefusal(code === "corrupt" ? code : "encrypted");
  if (code === "limit-exceeded") return new PreviewRefusal("unsafe");
  if (code === "too-large-to-read") return new PreviewRefusal("too-large");
  return new PreviewRefusal(state === "pending" ? "pending" : "unread");
}
