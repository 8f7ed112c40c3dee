import { describe, expect, test } from "vitest";
import type { ProgramEnd } from "./call-program";
import { failureOfEnd } from "./failure-of-end";

const exit = (
  signal: string | null,
  code: number | null,
  { cpuSeconds = 1, peakMegabytes = 40 } = {},
) => ({ kind: "exit", signal, code, peakMegabytes, cpuSeconds }) as const;
const late = (cpuSeconds: number | null): ProgramEnd => ({
  kind: "excess",
  excess: { of: "time", seconds: 50 },
  peakMegabytes: 40,
  cpuSeconds,
});

describe("the end of the reading program", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])(
    "due to %s is an error, because the cause is outside the program",
    (signal) => {
      expect(() => failureOfEnd(exit(signal, null))).toThrow(`terminated by a signal (${signal})`);
    },
  );

  test.each([
    [exit("SIGABRT", null), "too-large-to-read"],
    [exit(null, 134), "too-large-to-read"],
    [exit("SIGKILL", null, { peakMegabytes: 900 }), "too-large-to-read"],
    [exit("SIGKILL", null, { cpuSeconds: 175 }), "limit-exceeded"],
    [exit("SIGXCPU", null, { cpuSeconds: 180 }), "limit-exceeded"],
    [exit("SIGSEGV", null), "processing-failed"],
    [exit(null, 1), "processing-failed"],
  ])("described by %o is a result for the file", (end, code) => {
    expect(failureOfEnd(end)).toMatchObject({ kind: "failure", code });
  });

  test("after a timeout with hardly any CPU time is an error, because the machine is too busy", () => {
    expect(() => failureOfEnd(late(2))).toThrow("got hardly any CPU time");
  });

  test.each([45, null])(
    "after a timeout with %s seconds of CPU time is a result for the file",
    (cpuSeconds) => {
      expect(failureOfEnd(late(cpuSeconds))).toMatchObject({
        code: "limit-exceeded",
        parameters: { seconds: 50 },
      });
    },
  );
});
