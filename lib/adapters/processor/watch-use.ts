import { LIMITS } from "@/lib/processing/rules/limits";
import { measureProcess } from "./measure-process";
import type { Program } from "./start-program";

/** Which limit a program exceeded, with the seconds or megabytes of it. */
export type Excess =
  | { readonly of: "memory" | "output"; readonly megabytes: number }
  | { readonly of: "cpu" | "time"; readonly seconds: number };

/** A watch over one request. */
export interface UseWatch {
  /** null: none so far. */
  readonly excess: Excess | null;
  readonly peakMegabytes: number;
  /** Since the program began. */
  readonly cpuSeconds: number;
  /** Since the request began; null: this platform does not say. */
  readonly cpuSecondsOfCall: number | null;
  /** A page is done: the CPU for the next one counts from here. */
  onProgress(): void;
  end(): void;
}

/** Elsewhere than on Linux a look starts `ps` and holds up this process until it has answered. */
const LOOK_EVERY_MS = process.platform === "linux" ? 100 : 1_000;
const MEGABYTE = 1024 * 1024;

/** Kills a program that takes more memory, CPU for a page, time or output than it may; what `max` does not name is in the table of limits. */
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
