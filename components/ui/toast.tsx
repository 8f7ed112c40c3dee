"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { UI_TEXTS } from "../texts/ui-texts";
import { Button } from "./button";

const SHOWN_MS = 6_000;

/** Makes room for short messages at the edge of the window; failures stay until they are closed. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider timeout={SHOWN_MS} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed inset-x-3 top-3 z-60 mx-auto flex max-w-md flex-col gap-2 sm:left-auto sm:mr-0">
          <Messages />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
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
        {toast.type === "failure" ? (
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

/** What says short messages: `done` goes away by itself, `failed` stays and is announced at once. */
export interface Toasts {
  done(title: string, description?: string): void;
  failed(title: string, description?: string): void;
}

/** The messages of this window; stable, so that effects may depend on it. */
export function useToasts(): Toasts {
  const { add } = Base.useToastManager();
  return useMemo(
    () => ({
      done: (title, description) => {
        add({ title, description, type: "done" });
      },
      failed: (title, description) => {
        add({ title, description, type: "failure", timeout: 0, priority: "high" });
      },
    }),
    [add],
  );
}
