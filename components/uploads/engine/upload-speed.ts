import type { RetryClock } from "@/lib/client/retrying";
import type { UploadEntry } from "./upload-entry";

/** Creates the speed meters: one for each transfer, and one for all of them. */
export function createSpeeds(clock: RetryClock) {
  const meters = new Map<string, SpeedMeter>();
  let whole = createSpeedMeter();
  let movedBytes = 0;
  return {
    /** Returns a changed entry with its current speed. */
    follow: (before: UploadEntry, after: UploadEntry): UploadEntry => {
      if (after.state !== "uploading") {
        if (!meters.delete(after.id)) return after;
        return { ...after, bytesPerSecond: null, secondsLeft: null, isStalled: false };
      }
      // A pause without transfers does not count towards the speed.
      if (meters.size === 0) whole = createSpeedMeter();
      const meter = meters.get(after.id) ?? createSpeedMeter();
      meters.set(after.id, meter);
      meter.moved(after.sentBytes, clock.nowMs());
      movedBytes += Math.max(0, after.sentBytes - before.sentBytes);
      whole.moved(movedBytes, clock.nowMs());
      return after;
    },
    forget: (id: string) => void meters.delete(id),
    isSending: () => meters.size > 0,
    sendingIds: () => [...meters.keys()],
    /** null if nothing is being sent, or if sending began less than a second ago. */
    overall: () => (meters.size === 0 ? null : whole.bytesPerSecond(clock.nowMs())),
    /** Returns the entry with its current speed; the same object if the speed has not changed. */
    measured: (entry: UploadEntry): UploadEntry => {
      const meter = meters.get(entry.id);
      if (!meter) return entry;
      const bytesPerSecond = meter.bytesPerSecond(clock.nowMs());
      const left = secondsLeft(entry.sizeBytes - entry.sentBytes, bytesPerSecond);
      const isStalled = meter.isStalled(clock.nowMs());
      const isSame =
        bytesPerSecond === entry.bytesPerSecond &&
        left === entry.secondsLeft &&
        isStalled === entry.isStalled;
      return isSame ? entry : { ...entry, bytesPerSecond, secondsLeft: left, isStalled };
    },
  };
}

/** Measures the speed over the last few seconds. */
interface SpeedMeter {
  /** `bytes` is the number of bytes sent so far. */
  moved(bytes: number, nowMs: number): void;
  /** null if bytes have been moving for less than a second. */
  bytesPerSecond(nowMs: number): number | null;
  /** Whether no bytes have moved for ten seconds. */
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

/** Creates a meter of constant size. A smaller byte count starts a new measurement. */
function createSpeedMeter(): SpeedMeter {
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
      // If nothing has moved, the oldest sample may be older than the window; the speed then falls, as it should.
      const first = samples[0];
      if (!first || !latest || nowMs - first.atMs < SHORTEST_MS) return null;
      return Math.round((1000 * (latest.bytes - first.bytes)) / (nowMs - first.atMs));
    },
    isStalled: (nowMs) => latest !== null && nowMs - latest.atMs >= STALLED_AFTER_MS,
  };
}

/** Estimates how long the remaining bytes will take; null if that is unknown. */
export function secondsLeft(bytesLeft: number, bytesPerSecond: number | null): number | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  return Math.ceil(bytesLeft / bytesPerSecond);
}
