import { describe, expect, test } from "vitest";
import { SettingsError } from "@/lib/env/read-settings";
import { StartError, startSentence } from "./terminal";

const FULL = "A disk that Stagedoor writes to is full. Free some space and start again.";

describe("the message for a failed start", () => {
  test.each([
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    Object.assign(new Error("EDQUOT: disk quota exceeded, open '/data/x'"), { code: "EDQUOT" }),
    new StartError('initdb failed: could not write to file "x": No space left on device'),
  ])("reports a full disk and the part that found it: %s", (error) => {
    expect(startSentence(error)).toBe(`${FULL} (${error.message})`);
  });

  test.each([
    [
      "ENOSPC: System limit for number of file watchers reached, watch '/srv'",
      /fs\.inotify\.max_user_watches/,
    ],
    [
      'could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device',
      /shared memory/,
    ],
    ["could not create semaphores: No space left on device", /semaphores/],
  ])("reports shortages other than disk space: %s", (message, cause) => {
    const sentence = startSentence(new StartError(message));
    expect(sentence).toMatch(cause);
    expect(sentence).toContain(message);
    expect(sentence).not.toContain("disk");
  });

  test("is not taken from an old line of a log", () => {
    const error = new StartError(
      "Next.js did not start: it ended with 1. Its last lines:\n  ENOSPC: no space left on device, write",
    );
    expect(startSentence(error)).toBe(error.message);
  });

  test.each([
    new StartError("Port 3000 is taken."),
    new SettingsError(["The setting PORT must be a number."]),
  ])("reports an expected failure in one sentence: %s", (error) => {
    expect(startSentence(error)).toBe(error.message);
  });

  test("reports a fault of ours with its stack", () => {
    expect(startSentence(new TypeError("x is not a function"))).toContain("terminal.test.ts");
  });
});
