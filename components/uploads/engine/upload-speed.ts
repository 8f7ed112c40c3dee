/** How fast bytes move, over the last seconds. */
export interface SpeedMeter {
  /** `bytes` is all that was sent until now. */
  moved(bytes: number, nowMs: number): void;
  /** null: it moves for less than a second. */
  bytesPerSecond(nowMs: number): number | null;
  /** Whether nothing has moved for ten seconds. */
  isStalled(nowMs: number): boolean;
}

interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

const WINDOW_MS = 5_000;
const SAMPLE_EVERY_MS = 250;
const SHORTEST_MS = 1_000;
const STALLED_AFTER_MS = 10_000;

/** A meter of constant size; beginning again at fewer bytes begins a new measurement. */
export function createSpeedMeter(): SpeedMeter {
  let samples: Sample[] = [];
  let latest: Sample | null = null;
  return {
    moved: (bytes, atMs) => {
      if (latest && bytes < latest.bytes) samples = [];
      if (latest?.bytes !== bytes) latest = { bytes, atMs };
      const last = samples.at(-1);
      if (last && atMs - last.atMs < SAMPLE_EVERY_MS) return;
      samples = [...samples.filter((sample) => atMs - sample.atMs <= WINDOW_MS), { bytes, atMs }];
    },
    bytesPerSecond: (nowMs) => {
      // The oldest sample may lie before the window when nothing moved since: then the speed falls, as it should.
      const first = samples[0];
      if (!first || !latest || nowMs - first.atMs < SHORTEST_MS) return null;
      return Math.round((1000 * (latest.bytes - first.bytes)) / (nowMs - first.atMs));
    },
    isStalled: (nowMs) => latest !== null && nowMs - latest.atMs >= STALLED_AFTER_MS,
  };
}

/** How long the rest takes; null: nobody can say. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | null): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  return Math.ceil(bytesLeft / bytesPerSecond);
}
