"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from "react";
import { sessionSignals } from "../api/session-signals";
import { LiveConnection, type LiveNews, type LiveState } from "./live-connection";

const LiveContext = createContext<LiveConnection | null>(null);

/** A reload is work for the server, so a burst of changes causes only one reload every half second. */
const REFRESH_PAUSE_MS = 500;

/**
 * Keeps the event stream open while the page is visible: a browser allows only six connections for all tabs of a site.
 */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const [connection] = useState(
    () => new LiveConnection(BROWSER, () => sessionSignals.noteOver("ended")),
  );
  useEffect(() => {
    let isOver = false;
    const follow = () => {
      // Without a session, no updates arrive, and a rejected stream would merely look interrupted.
      if (isOver) return;
      if (document.visibilityState === "visible") connection.start();
      else connection.stop();
    };
    const followNetwork = () => connection.setOnline(navigator.onLine);
    followNetwork();
    follow();
    const endOver = sessionSignals.onOver(() => {
      isOver = true;
      connection.signOut();
    });
    const endRestored = sessionSignals.onRestored(() => {
      isOver = false;
      follow();
    });
    window.addEventListener("online", followNetwork);
    window.addEventListener("offline", followNetwork);
    document.addEventListener("visibilitychange", follow);
    // Another window may have replaced the stream of a page that stayed visible.
    window.addEventListener("focus", follow);
    return () => {
      window.removeEventListener("online", followNetwork);
      window.removeEventListener("offline", followNetwork);
      endOver();
      endRestored();
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("focus", follow);
      connection.stop();
    };
  }, [connection]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

const BROWSER = {
  nowMs: () => performance.now(),
  open: (url: string) => new EventSource(url),
  setTimer: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Returns how changes currently arrive. */
export function useLiveState(): LiveState {
  const connection = useConnection();
  return useSyncExternalStore(
    (listener) => connection.onState(listener),
    () => connection.state,
    () => "connecting" as const,
  );
}

/**
 * Calls `refresh` soon after an update that concerns the caller, at most twice a second. The last update always causes a
 * call.
 */
export function useLiveRefresh(
  refresh: () => unknown,
  concerns: (news: LiveNews) => boolean,
): void {
  const connection = useConnection();
  const refreshNow = useEffectEvent(() => refresh());
  const doesConcern = useEffectEvent((news: LiveNews) => concerns(news));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Number.NEGATIVE_INFINITY;
    const run = () => {
      timer = undefined;
      lastMs = performance.now();
      refreshNow();
    };
    const end = connection.onNews((news) => {
      if (timer !== undefined || !doesConcern(news)) return;
      timer = setTimeout(run, Math.max(0, lastMs + REFRESH_PAUSE_MS - performance.now()));
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [connection]);
}

function useConnection(): LiveConnection {
  const connection = useContext(LiveContext);
  if (!connection) throw new Error("Live updates are used outside LiveProvider");
  return connection;
}
