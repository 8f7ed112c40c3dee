"use client";

import { RotateCw, Send } from "lucide-react";
import type { ComponentProps } from "react";
import { LOG_TEXTS } from "../../texts/en/delivery-texts";
import { Button, type ButtonLook } from "../../ui/button";
import { useResend } from "./use-resend";
import type { LogRow } from "./webhook-calls";

/** "Send now" for what is pending, "Resend" for what is settled; nothing for a test, which is sent once. */
export function ResendButton({
  notification,
  name,
  onSent,
  ...look
}: {
  readonly notification: Pick<LogRow, "id" | "state" | "isTest">;
  /** What it sends, for those who do not see beside what it stands; absent: the page says it. */
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
