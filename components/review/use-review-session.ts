"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import type { HeldDocument, QueuedDocumentBody } from "@/lib/http/review/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { beforeLeaving, watchLeaving } from "../api/before-leaving";
import { callCockpit } from "../api/call-cockpit";
import { documentCalls } from "../documents/page/actions/document-calls";
import { documentCall } from "../documents/page/use-document-page";
import { queueParams, type ReviewQuery } from "../documents/review-query";
import { useLiveRefresh } from "../live/live-provider";
import { REVIEW_TEXTS } from "../texts/en/review-texts";
import { useToasts } from "../ui/toast";
import {
  createReviewSession,
  type HeldReview,
  type ReviewCalls,
  type ReviewState,
} from "./review-session";

const NOTHING: ReviewState = {
  shown: null,
  ahead: null,
  isLoading: true,
  error: undefined,
  held: [],
  refusal: null,
  passedCount: 0,
};

/** How long a new queue waits for the decisions of the one before it. */
const FLUSH_MS = 5_000;

const claimCall = (uuid: string) => `${documentCall(uuid)}/claim`;

/** Claims a document, renews the claim, or takes it over. */
export const holdDocument = (uuid: string, takesOver = false) =>
  callCockpit<HeldDocument>("PUT", claimCall(uuid), { body: { takesOver } });

/** The path of what the reviewer has done, and of how many documents are left. */
export const REVIEW_PROGRESS_PATH = "/api/cockpit/review/progress";

/** For changes that no live update tells: documents that are put off, and those that others look at or give back. */
const refreshProgress = () =>
  void mutate((key) => typeof key === "string" && key.startsWith(REVIEW_PROGRESS_PATH));

/** Replaces what was read of the document before, such as the results of an earlier run. */
const keep = (page: DocumentPage) =>
  mutate(documentCall(page.document.uuid), page, { revalidate: false });

function callsFor(query: ReviewQuery): ReviewCalls {
  const params = queueParams(query);
  params.set("order", query.order);
  const path = `/api/cockpit/review/next?${params}`;
  return {
    next: async (except) => {
      let cursor: string | null | undefined;
      do {
        const { document, nextCursor }: QueuedDocumentBody = await callCockpit("POST", path, {
          body: { except, ...(cursor ? { cursor } : {}) },
        });
        if (document) await keep(document.page);
        if (document) return document;
        cursor = nextCursor;
      } while (cursor);
      refreshProgress();
      return null;
    },
    reopen: async (uuid) => {
      // In this order, so that a document that cannot be shown is not held.
      const page = await callCockpit<DocumentPage>("GET", documentCall(uuid));
      // Whether somebody else holds the document now shows when the claim is renewed.
      await holdDocument(uuid);
      await keep(page);
      return { page, file: null };
    },
    send: sendDecision,
    release: (uuid) =>
      // If this call fails, the claim ends within two minutes.
      void callCockpit("DELETE", claimCall(uuid), { keepalive: true }).catch(() => undefined),
  };
}

async function sendDecision(decision: HeldReview): Promise<unknown> {
  const { document } = decision.document.page;
  switch (decision.action) {
    case "approve":
      await documentCalls.setStatus(document, 5, decision.corrections);
      return decision.onSent?.();
    case "process-again":
      return documentCalls.setStatus(document, 3);
    case "delete":
      return documentCalls.delete(document, decision.deletion);
    case "skip":
      await callCockpit("PUT", `${documentCall(document.uuid)}/review-skip`, {
        body: { until: tomorrow(new Date()).toISOString() },
        keepalive: true,
      });
      return refreshProgress();
  }
}

/** Returns the beginning of the next day, in the reader's time zone. */
const tomorrow = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);

/**
 * Runs a review session for a queue that does not change while the component is mounted. Leaving or hiding the page sends
 * every held decision at once; leaving also gives the documents back.
 */
export function useReviewSession(query: ReviewQuery) {
  const toasts = useToasts();
  const [state, setState] = useState(NOTHING);
  const latest = useRef(toasts);
  latest.current = toasts;
  const [session] = useState(() =>
    createReviewSession({
      calls: callsFor(query),
      beforeLeaving,
      onChange: setState,
      onFailed: ({ action, document: { page } }, error) =>
        latest.current.failed(REVIEW_TEXTS.failed[action](page.document.name), errorMessage(error)),
    }),
  );
  useEffect(() => {
    // A queue with another order may still be sending decisions about the same documents.
    void beforeLeaving.flushAll(FLUSH_MS).then(() => session.load());
    return watchLeaving(() => void session.flush(), session.end);
  }, [session]);
  useLiveRefresh(
    () => session.load(),
    (news) => news === "everything" || news.assetIdentifiers.length > 0,
  );
  const back = useCallback(
    () =>
      session
        .back()
        .catch((error) => latest.current.failed(REVIEW_TEXTS.back, errorMessage(error))),
    [session],
  );
  return { session, state, back };
}
