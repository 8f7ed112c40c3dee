import { onSignedOut } from "./call-cockpit";

type Listener = () => void;

/** What the parts of a tab tell each other about its session. */
export interface SessionSignals {
  /** Hears that the session is over, from whichever call or stream noticed it; maybe several times. */
  onOver(listener: Listener): () => void;
  noteOver(): void;
  /** Hears that somebody has signed in again in this tab. */
  onRestored(listener: Listener): () => void;
  noteRestored(): void;
}

/** Makes signals that nobody hears yet; `onCallRefused` is where answers that say "not signed in" are heard. */
export function createSessionSignals(
  onCallRefused: (listener: Listener) => () => void,
): SessionSignals {
  const over = new Set<Listener>();
  const restored = new Set<Listener>();
  const send = (listeners: Set<Listener>) => {
    for (const listener of [...listeners]) listener();
  };
  return {
    onOver: (listener) => {
      over.add(listener);
      const endCalls = onCallRefused(listener);
      return () => {
        over.delete(listener);
        endCalls();
      };
    },
    noteOver: () => send(over),
    onRestored: (listener) => {
      restored.add(listener);
      return () => {
        restored.delete(listener);
      };
    },
    noteRestored: () => send(restored),
  };
}

/** The signals of this tab. */
export const sessionSignals = createSessionSignals(onSignedOut);
