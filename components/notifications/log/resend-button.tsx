"use client";

import { RotateCw, Send } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { LOG_TEXTS } from "../../texts/en/delivery-texts";
import { Button, type ButtonLook } from "../../ui/button";
import { useToasts } from "../../ui/toast";
import { messageOf } from "../message-of";
import { type LogRow, webhookCalls } from "./webhook-calls";

/** "Send now" for a pending notification, "Resend" for a settled one; nothing for a test, which is sent only once. */
export function ResendButton({
  notification,
  name,
  onSent,
  ...look
}: {
  readonly notification: Pick<LogRow, "id" | "state" | "isTest">;
  /** Names what the button sends, for screen readers; absent if the page already names it. */
  readonly name?: string;
  readonly onSent: () => unknown;
} & ButtonLook &
  Pick<ComponentProps<"button">, "className">) {
  const { isBusy, send } = useResend(notification, onSent);
  if (notification.isTest) return null;
  const isPending = notification.state === "pending";
  const label = isPending ? LOG_TEXTS.sendNow : LOG_TEXTS.resend;
  const nameOf = isPending ? LOG_TEXTS.sendNowOf : LOG_TEXTS.resendOf;
  return (
    <Button
      {...look}
      disabled={isBusy}
      aria-label={name === undefined ? undefined : nameOf(name)}
      onClick={send}
    >
      {isPending ? <Send aria-hidden /> : <RotateCw aria-hidden />}
      {label}
    </Button>
  );
}

/**
 * Returns a function that sends or resends a notification and reports that the notification is on its way, or why it
 * could not be sent.
 */
function useResend(
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
