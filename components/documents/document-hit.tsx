"use client";

import { useEffect, useState } from "react";
import useSwr from "swr";
import type { FoundEverywhere } from "@/lib/http/documents/document-list-schemas";
import { SWR_OPTIONS, useIsPreviousData } from "../api/swr-options";
import { DocumentStatus } from "./document-status";
import { Excerpt, Marked, nameParts } from "./marked-text";
import type { ListedDocument } from "./use-documents";

const TYPING_PAUSE_MS = 150;

/** Returns the assets and the documents that a text finds, best first. The search starts when the user pauses typing. */
export function useFound(text: string) {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const path = paused ? `/api/cockpit/search?${new URLSearchParams({ q: paused })}` : null;
  const search = useSwr<FoundEverywhere, unknown>(
    path,
    SWR_OPTIONS.fetcher<FoundEverywhere>,
    SWR_OPTIONS,
  );
  const isPreviousData = useIsPreviousData(path ?? "", search);
  const { data, error, mutate } = search;
  return {
    /** While the results of a new text load, those of the previous one remain. */
    found: error && isPreviousData ? undefined : data,
    error,
    isPending: text !== paused || (isPreviousData && !error),
    retry: () => void mutate(),
  };
}

/** A found document in a few lines: what it is, where it belongs, and why it was found. */
export function DocumentHit({ document }: { readonly document: ListedDocument }) {
  const { name, assetIdentifier, assetName, documentClass, match } = document;
  const facts = [assetName ?? assetIdentifier, documentClass?.label].filter(Boolean).join(" · ");
  return (
    <span className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <bdi className="block font-medium">
          <Marked parts={nameParts(name, match)} />
        </bdi>
        <bdi className="block text-quiet text-xs">{facts}</bdi>
        <Excerpt name={name} match={match} />
      </span>
      <DocumentStatus document={document} />
    </span>
  );
}
