"use client";

import { RotateCw, Send } from "lucide-react";
import type { ComponentProps } from "react";
import { LOG_TEXTS } from "../../texts/en/delivery-texts";
import { Button, type ButtonLook } from "../../ui/button";
import { useResend } from "./use-resend";
import type { LogRow } from "./webhook-calls";

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
