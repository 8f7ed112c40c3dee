import { onSignedOut } from "./call-cockpit";

type Listener = () => void;

/** How a session came to its end, as far as a tab knows. */
export type SessionOver = "ended" | "signed-out-in-another-tab";

type OverListener = (how: SessionOver) => void;

/** What the parts of a tab tell each other about its session. */
export interface SessionSignals {
  /** Hears that the session is over, from whichever call, stream or other tab noticed it; maybe several times. */
  onOver(listener: OverListener): () => void;
  noteOver(how: SessionOver): void;
  /** Hears that somebody has signed in again in this tab. */
  onRestored(listener: Listener): () => void;
  noteRestored(): void;
}

/** Makes signals that nobody hears yet; `onCallRefused` is where answers that say "not signed in" are heard. */
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
