"use client";

import { useState } from "react";
import type {
  CockpitNotificationDetail,
  WebhookOverview,
} from "@/lib/http/notifications/cockpit-schemas";
import { CockpitProblem } from "../../api/call-cockpit";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";
import { useToasts } from "../../ui/toast";
import { webhookCalls } from "../log/webhook-calls";
import { messageOf } from "../message-of";
import type { useUrlDraft } from "./use-url-draft";

/** The result of saving a URL: the test's result, or why no test was made. */
export interface SavedUrl {
  readonly url: string;
  readonly previousUrl: string | null;
  readonly test: CockpitNotificationDetail | null;
  /** Why the test could not be made; null if it was made. */
  readonly problem: string | null;
}

/** The operation on the webhook URL in progress in this tab. */
export type UrlBusy = "saving" | "removing" | null;

/** Saves, tests and removes the webhook URL, one operation at a time. */
export function useWebhookUrl(
  saved: string | null,
  draft: ReturnType<typeof useUrlDraft>,
  onOverview: (overview: WebhookOverview) => unknown,
) {
  const [busy, setBusy] = useState<UrlBusy>(null);
  const [outcome, setOutcome] = useState<SavedUrl | null>(null);
  const toasts = useToasts();

  const save = async (url: string) => {
    // The previous URL may be restored while a different one is being typed.
    const isTyped = url === draft.address;
    setBusy("saving");
    setOutcome(null);
    try {
      await onOverview(await webhookCalls.setUrl(url));
      if (isTyped) draft.forget();
      else draft.rebase(url);
      setOutcome({ url, previousUrl: saved, ...(await trySendingTest()) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && isTyped) draft.refuse(refusal);
      else toasts.failed(WEBHOOK_TEXTS.notSaved, refusal ?? messageOf(error));
    } finally {
      setBusy(null);
    }
  };

  const remove = async () => {
    setBusy("removing");
    try {
      await onOverview(await webhookCalls.removeUrl());
      draft.forget();
      setOutcome(null);
      toasts.done(WEBHOOK_TEXTS.removed);
    } catch (error) {
      toasts.failed(WEBHOOK_TEXTS.notRemoved, messageOf(error));
    } finally {
      setBusy(null);
    }
  };

  return { busy, outcome, save, remove, closeOutcome: () => setOutcome(null) };
}

/** Sends a test. If it cannot be made, returns the reason instead of throwing. */
export async function trySendingTest(): Promise<Pick<SavedUrl, "test" | "problem">> {
  try {
    return { test: await webhookCalls.sendTest(), problem: null };
  } catch (error) {
    return { test: null, problem: messageOf(error) };
  }
}

/** Returns the server's objection to the URL, for the field; null if the error is about something else. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof CockpitProblem)) return null;
  const wrong = error.errors.find(({ pointer }) => pointer === "#/url");
  return wrong ? WEBHOOK_TEXTS.urlWrong(wrong.detail) : null;
}
