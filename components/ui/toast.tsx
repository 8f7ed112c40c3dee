"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { createMessageQueue } from "./message-queue";

/** What says short messages: `done` goes away by itself, `failed` stays and is announced at once. */
export interface Toasts {
  done(title: string, description?: string): void;
  failed(title: string, description?: string): void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** Most visits have no message to show: what shows them is loaded with the first one. */
const ToastList = dynamic(() => import("./toast-list").then((module) => module.ToastList), {
  ssr: false,
});

/** Makes room for short messages at the edge of the window. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(createMessageQueue);
  const [isNeeded, setNeeded] = useState(false);
  const toasts = useMemo(() => {
    const say = (kind: "done" | "failed") => (title: string, description?: string) => {
      queue.push({ kind, title, description });
      setNeeded(true);
    };
    return { done: say("done"), failed: say("failed") };
  }, [queue]);
  return (
    <ToastsContext value={toasts}>
      {children}
      {isNeeded && <ToastList queue={queue} />}
    </ToastsContext>
  );
}

/** The messages of this window; stable, so that effects may depend on it. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("messages are said outside ToastProvider");
  return toasts;
}
