import { LIMITS } from "@/lib/processing/rules/limits";
import type { ReadFailure, ReadFailureCode } from "@/lib/processing/rules/reading";
import type { ProgramEnd } from "./call-program";

/**
 * What the end of the reading program says about the file: that is a result, which another attempt would only repeat.
 * @throws Error when it says something about the machine instead: somebody stopped the program, or it hardly got any CPU. The step
 * is repeated then, which ends: the engine makes a bounded number of tries, and after three runs in a row the watch gives the
 * document to a person.
 */
export function failureOfEnd(end: ProgramEnd): ReadFailure {
  if (end.kind === "exit") return failureOfExit(end);
  if (end.kind === "broken-line") {
    return failure("processing-failed", { fault: "a line that is not JSON" });
  }
  const { excess } = end;
  switch (excess.of) {
    case "memory":
      return failure("too-large-to-read", { megabytes: excess.megabytes });
    case "output":
      return failure("limit-exceeded", { limit: "output", megabytes: excess.megabytes });
    case "time":
      if (end.cpuSeconds !== null && end.cpuSeconds < CPU_SECONDS_OF_LATE_MIN) {
        throw new Error("The reading program timed out because it got hardly any CPU time.");
      }
      return failure("limit-exceeded", { seconds: excess.seconds });
    case "cpu":
      return failure("limit-exceeded", { seconds: excess.seconds });
  }
}

/** A program that used less of its time was waiting for a busy or suspended machine. */
const CPU_SECONDS_OF_LATE_MIN = LIMITS.callSecondsMax / 2;
/** What a person or a service manager ends programs with; nothing in a file does. */
const SIGNALS_FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** What V8 ends with when its heap is full: `SIGABRT`, `SIGTRAP` or `SIGILL`, by version and platform. */
const HEAP_SIGNALS = ["SIGABRT", "SIGTRAP", "SIGILL"];
const ABORTED = 134;

function failureOfExit(end: Extract<ProgramEnd, { kind: "exit" }>): ReadFailure {
  const { signal, code, cpuSeconds } = end;
  const megabytes = Math.max(1, Math.round(end.peakMegabytes));
  // The platform's own limit of CPU; its `SIGKILL` otherwise means that the machine ran out of memory.
  const isCpuSpent = cpuSeconds > LIMITS.cpuSecondsOfProgramMax * 0.9;
  // A small program is not what filled the machine: somebody killed it, or the machine chose it for others.
  const isKilled = signal === "SIGKILL" && !isCpuSpent && megabytes < LIMITS.memoryMegabytesToReuse;
  if (isKilled || (signal !== null && SIGNALS_FROM_OUTSIDE.includes(signal))) {
    throw new Error(`The reading program was ended by a signal (${signal}).`);
  }
  if (code === ABORTED || (signal !== null && HEAP_SIGNALS.includes(signal))) {
    return failure("too-large-to-read", { megabytes });
  }
  if (signal === "SIGXCPU" || (signal === "SIGKILL" && isCpuSpent)) {
    return failure("limit-exceeded", { seconds: Math.round(cpuSeconds) });
  }
  if (signal === "SIGKILL") return failure("too-large-to-read", { megabytes });
  return failure("processing-failed", { fault: `exit ${signal ?? code}` });
}

const failure = (code: ReadFailureCode, parameters: ReadFailure["parameters"]): ReadFailure => ({
  kind: "failure",
  code,
  parameters,
  findings: [],
});
