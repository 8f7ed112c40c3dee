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

/** What says short messages: `done` goes away after a while, `failed` stays and is announced at once. */
export interface Toasts {
  done(title: string, description?: string): void;
  failed(title: string, description?: string): void;
}

const ToastsContext = createContext<Toasts | null>(null);

/** Behind everything that the first look at a page needs. */
const LOADED_AFTER_MS = 2_000;

/** Makes room for short messages at the edge of the window; what shows them comes after the page. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [queue] = useState(createMessageQueue);
  const [List, setList] = useState<typeof ToastList | null>(null);
  // "There is no connection" must not need one; what could not be loaded is asked for again, and messages wait until then.
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

/** The messages of this window; stable, so that effects may depend on it. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("messages are said outside ToastProvider");
  return toasts;
}
