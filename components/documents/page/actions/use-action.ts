"use client";

import { useState } from "react";
import type { DocumentAction } from "@/lib/documents/rules/document-actions";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { ACTION_TEXTS } from "../../../texts/en/document-page-texts";
import { useToasts } from "../../../ui/toast";

/**
 * Runs an action on a document, reports the result and reloads the page in either case, because an error usually means
 * that somebody else has already changed the document.
 */
export function useAction(name: string, onChanged: () => unknown) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  /** Resolves to true if the call succeeded. `sayDone` describes the result if the result can vary. */
  async function act<Result>(
    action: DocumentAction,
    call: () => Promise<Result>,
    sayDone: (result: Result) => string = () => ACTION_TEXTS.done[action](name),
  ): Promise<boolean> {
    setBusy(true);
    try {
      toasts.done(sayDone(await call()));
      return true;
    } catch (error) {
      toasts.failed(ACTION_TEXTS.failed[action](name), errorMessage(error));
      return false;
    } finally {
      setBusy(false);
      onChanged();
    }
  }
  return { act, isBusy };
}
