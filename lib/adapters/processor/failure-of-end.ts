import { LIMITS } from "@/lib/processing/rules/limits";
import type { ReadFailure, ReadFailureCode } from "@/lib/processing/rules/reading/reading";
import type { ProgramEnd } from "./call-program";

/**
 * Returns the result for the file if the file caused the program to end, because another attempt would end the same way.
 * @throws Error if the machine was the cause: someone stopped the program, or it got hardly any CPU time. The engine then
 * retries the step a limited number of times, and after three failed runs in a row, the document goes to a reviewer.
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

/** If a program used less CPU time than this before a timeout, it was waiting for a busy or suspended machine. */
const CPU_SECONDS_OF_LATE_MIN = LIMITS.callSecondsMax / 2;
/** The signals that people and service managers send, and that nothing in a file can cause. */
const SIGNALS_FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** The signals that V8 ends with when its heap is full. Which one it is depends on the version and the platform. */
const HEAP_SIGNALS = ["SIGABRT", "SIGTRAP", "SIGILL"];
const ABORTED = 134;

function failureOfExit(end: Extract<ProgramEnd, { kind: "exit" }>): ReadFailure {
  const { signal, code, cpuSeconds } = end;
  const megabytes = Math.max(1, Math.round(end.peakMegabytes));
  // The platform's CPU limit sends `SIGKILL`. If the CPU time is not used up, the signal means that the machine ran out
  // of memory.
  const isCpuSpent = cpuSeconds > LIMITS.cpuSecondsOfProgramMax * 0.9;
  // A small program cannot have filled the memory: someone killed it, or the system killed it in place of a larger one.
  const isKilled = signal === "SIGKILL" && !isCpuSpent && megabytes < LIMITS.memoryMegabytesToReuse;
  if (isKilled || (signal !== null && SIGNALS_FROM_OUTSIDE.includes(signal))) {
    throw new Error(`The reading program was terminated by a signal (${signal}).`);
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
