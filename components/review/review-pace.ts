/** Time without any input beyond this is a pause and does not count. */
const PAUSE_MS = 30_000;

/** Measures how long a reviewer works on each document. Times are in milliseconds. */
export interface Pace {
  /** Notes that the reviewer did something. */
  note(nowMs: number): void;
  /** Ends the current document. */
  finish(nowMs: number): void;
  /** Returns the median time of the documents so far, in whole seconds; null before the first one. */
  medianSeconds(): number | null;
}

/** Creates a measurement that starts with a document now. */
export function createPace(startMs: number): Pace {
  const times: number[] = [];
  let [lastMs, activeMs] = [startMs, 0];
  const note = (nowMs: number) => {
    activeMs += Math.min(nowMs - lastMs, PAUSE_MS);
    lastMs = nowMs;
  };
  return {
    note,
    finish: (nowMs) => {
      note(nowMs);
      times.push(activeMs);
      activeMs = 0;
    },
    medianSeconds: () => {
      const middle = times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
      return middle === undefined ? null : Math.round(middle / 1000);
    },
  };
}
