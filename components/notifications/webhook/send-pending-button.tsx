"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { HEALTH_TEXTS } from "../../texts/en/webhook-texts";
import { Button } from "../../ui/button";
import { useToasts } from "../../ui/toast";
import { messageOf } from "../log/message-of";
import { webhookCalls } from "../log/webhook-calls";

/**
 * Sends all pending notifications now instead of at their next attempt. Changes that are not in a notification yet are
 * sent after them.
 */
export function SendPendingButton({ onSent }: { readonly onSent: () => unknown }) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  const send = async () => {
    setBusy(true);
    try {
      const { count } = await webhookCalls.sendPending();
      toasts.done(HEALTH_TEXTS.pendingSent(count));
      await onSent();
    } catch (error) {
      toasts.failed(HEALTH_TEXTS.pendingNotSent, messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button tone="primary" className="mt-4" disabled={isBusy} onClick={() => void send()}>
      <Send aria-hidden />
      {isBusy ? HEALTH_TEXTS.sendingPending : HEALTH_TEXTS.sendPending}
    </Button>
  );
}
