"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { createMessageQueue } from "./message-queue";
import type { ToastList } from "./toast-list";

/** Shows short messages. `done` disappears after a while; `failed` stays and is announced immediately. */
export interface Toasts {
  done(title: string, description?: string): void;
  failed(title: string, description?: string): void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** By then, everything that a page needs at first has usually loaded. */
const LOADED_AFTER_MS = 2_000;

/** Provides short messages at the edge of the window. The component that shows them loads after the page. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(createMessageQueue);
  const [List, setList] = useState<typeof ToastList | null>(null);
  // Loaded early, because the message "no connection" must be shown without a connection. If loading fails, it is
  // retried, and messages wait until it succeeds.
  const load = useCallback(() => {
    import("./toast-list").then(
      (module) => setList(() => module.ToastList),
      () => undefined,
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(load, LOADED_AFTER_MS);
    window.addEventListener("online", load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", load);
    };
  }, [load]);
  const toasts = useMemo(() => {
    const say = (kind: "done" | "failed") => (title: string, description?: string) => {
      queue.push({ kind, title, description });
      load();
    };
    return { done: say("done"), failed: say("failed") };
  }, [queue, load]);
  return (
    <ToastsContext value={toasts}>
      {children}
      {List && <List queue={queue} />}
    </ToastsContext>
  );
}

/** Returns this window's messages. The object is stable, so effects can depend on it. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("Messages are used outside ToastProvider");
  return toasts;
}
