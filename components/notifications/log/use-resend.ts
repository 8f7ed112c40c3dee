"use client";

import { useState } from "react";
import { LOG_TEXTS } from "../../texts/en/delivery-texts";
import { useToasts } from "../../ui/toast";
import { messageOf } from "./message-of";
import { type LogRow, webhookCalls } from "./webhook-calls";

/**
 * Returns a function that sends or resends a notification and reports that the notification is on its way, or why it
 * could not be sent.
 */
export function useResend(
  { id, state }: Pick<LogRow, "id" | "state">,
  onSent: () => unknown,
): { readonly isBusy: boolean; readonly send: () => void } {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const send = async () => {
    setBusy(true);
    try {
      await webhookCalls.resend(id);
      toasts.done(state === "pending" ? LOG_TEXTS.sendingNow : LOG_TEXTS.resending);
      await onSent();
    } catch (error) {
      toasts.failed(LOG_TEXTS.notSent, messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, send: () => void send() };
}
