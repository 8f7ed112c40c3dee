"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import type { MessageQueue } from "./message-queue";

const SHOWN_MS = 6_000;

/**
 * Shows queued messages below the header, whose live indicator and account menu they must not cover, and announces them
 * to screen readers. Failures are announced immediately and stay until they are closed.
 */
export function ToastList({ queue }: { readonly queue: MessageQueue }) {
  return (
    <Base.Provider timeout={SHOWN_MS} limit={3}>
      <TakeMessages queue={queue} />
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-3 top-[calc(var(--header-height,0px)+0.75rem)] z-60 mx-auto flex max-w-md flex-col gap-2 sm:left-auto sm:mr-0">
          <Messages />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function TakeMessages({ queue }: { readonly queue: MessageQueue }) {
  const { add } = Base.useToastManager();
  useEffect(
    () =>
      queue.take(({ kind, title, description }) => {
        const isFailure = kind === "failed";
        add({
          title,
          description,
          type: kind,
          ...(isFailure ? { timeout: 0, priority: "high" as const } : {}),
        });
      }),
    [queue, add],
  );
  return null;
}

function Messages() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["right", "up"]}
      className="rounded-xl border border-line bg-raised p-3 pl-4 text-ink shadow-over transition-all duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-2 data-starting-style:opacity-0"
    >
      <Base.Content className="flex items-start gap-3">
        {toast.type === "failed" ? (
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-alarm" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-go" />
        )}
        <div className="min-w-0 grow">
          <Base.Title className="text-sm font-medium" />
          <Base.Description className="mt-0.5 text-sm text-quiet" />
        </div>
        <Base.Close
          render={<Button tone="quiet" size="tiny-icon" />}
          aria-label={UI_TEXTS.closeMessage}
        >
          <X aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
