import { onSignedOut } from "./call-cockpit";

type Listener = () => void;

/** How a session ended, as far as a tab can tell. */
export type SessionOver = "ended" | "signed-out-in-another-tab";

type OverListener = (how: SessionOver) => void;

/** Signals between the parts of a tab about its session. */
export interface SessionSignals {
  /**
   * Runs the listener when a call, the stream or another tab reports that the session is over; may run it more than once.
   */
  onOver(listener: OverListener): () => void;
  noteOver(how: SessionOver): void;
  /** Runs the listener when the user has signed in again in this tab. */
  onRestored(listener: Listener): () => void;
  noteRestored(): void;
}

/**
 * Creates signals without listeners. `onCallRefused` adds a listener for calls rejected because the user is not signed
 * in.
 */
export function createSessionSignals(
  onCallRefused: (listener: Listener) => () => void,
): SessionSignals {
  const over = new Set<OverListener>();
  const restored = new Set<Listener>();
  return {
    onOver: (listener) => {
      over.add(listener);
      const endCalls = onCallRefused(() => listener("ended"));
      return () => {
        over.delete(listener);
        endCalls();
      };
    },
    noteOver: (how) => {
      for (const listener of [...over]) listener(how);
    },
    onRestored: (listener) => {
      restored.add(listener);
      return () => {
        restored.delete(listener);
      };
    },
    noteRestored: () => {
      for (const listener of [...restored]) listener();
    },
  };
}

/** The signals of this tab. */
export const sessionSignals = createSessionSignals(onSignedOut);
