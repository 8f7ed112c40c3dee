import { LIMITS } from "@/lib/processing/rules/limits";
import { measureProcess } from "./measure-process";
import type { Program } from "./start-program";

/** The limit that a program exceeded, and how much it used, in seconds or megabytes. */
export type Excess =
  | { readonly of: "memory" | "output"; readonly megabytes: number }
  | { readonly of: "cpu" | "time"; readonly seconds: number };

/** Watches the resources that one request uses. */
export interface UseWatch {
  /** The limit that was exceeded; null if none was. */
  readonly excess: Excess | null;
  readonly peakMegabytes: number;
  /** The CPU time since the program started. */
  readonly cpuSeconds: number;
  /** The CPU time since the request started; null if the platform does not report it. */
  readonly cpuSecondsOfCall: number | null;
  /** Must be called after each page, because the CPU time for the next page is counted from there. */
  onProgress(): void;
  end(): void;
}

/** On platforms other than Linux, each check starts `ps` and blocks this process until `ps` has finished. */
const LOOK_EVERY_MS = process.platform === "linux" ? 100 : 1_000;
const MEGABYTE = 1024 * 1024;

/**
 * Kills a program that exceeds its limits on memory, CPU time per page, time or output. Limits that `max` does not
 * contain are taken from `LIMITS`.
 */
export function watchUse(
  program: Program,
  outputBytes: () => number,
  max: { readonly cpuSecondsOfPage: number; readonly seconds: number },
): UseWatch {
  const startedMs = performance.now();
  const state = {
    excess: null as Excess | null,
    ...{ peakMegabytes: 0, cpuSeconds: 0, cpuAtPage: -1 },
    cpuAtStart: null as number | null,
  };
  const look = () => {
    const use = measureProcess(program.pid);
    if (use) {
      state.peakMegabytes = Math.max(state.peakMegabytes, use.memoryMegabytes);
      state.cpuSeconds = use.cpuSeconds;
      state.cpuAtStart ??= use.cpuSeconds;
      if (state.cpuAtPage < 0) state.cpuAtPage = use.cpuSeconds;
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const excess = excessOf({
      megabytes: state.peakMegabytes,
      cpuSeconds: state.cpuSeconds - state.cpuAtPage,
      seconds,
      max,
      bytes: outputBytes(),
    });
    if (excess === null || program.hasEnded) return;
    state.excess ??= excess;
    program.kill();
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    get excess() {
      return state.excess;
    },
    get peakMegabytes() {
      return state.peakMegabytes;
    },
    get cpuSeconds() {
      return state.cpuSeconds;
    },
    get cpuSecondsOfCall() {
      return state.cpuAtStart === null ? null : state.cpuSeconds - state.cpuAtStart;
    },
    onProgress() {
      state.cpuAtPage = state.cpuSeconds;
    },
    end: () => clearInterval(timer),
  };
}

function excessOf(use: {
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly max: Parameters<typeof watchUse>[2];
}): Excess | null {
  const { megabytes, cpuSeconds, seconds, bytes, max } = use;
  const { memoryMegabytesMax, outputBytesMax } = LIMITS;
  if (megabytes > memoryMegabytesMax) return { of: "memory", megabytes: Math.round(megabytes) };
  if (cpuSeconds > max.cpuSecondsOfPage) return { of: "cpu", seconds: Math.round(cpuSeconds) };
  if (seconds > max.seconds) return { of: "time", seconds: Math.round(seconds) };
  if (bytes > outputBytesMax) return { of: "output", megabytes: Math.round(bytes / MEGABYTE) };
  return null;
}
