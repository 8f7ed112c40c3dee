import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { runConcurrently } from "./start-stagedoor";

const never = new AbortController().signal;

describe("concurrent tasks", () => {
  test("return all results", async () => {
    expect(
      await runConcurrently(
        never,
        async () => 1,
        async () => "two",
      ),
    ).toEqual([1, "two"]);
  });

  test("stop together, and the first failure is thrown once the other task has stopped", async () => {
    const log: string[] = [];
    const both = runConcurrently(
      never,
      async () => {
        throw new Error("first");
      },
      async (signal) => {
        if (!signal.aborted) await once(signal, "abort");
        log.push("gave up");
        throw new Error("second");
      },
    );
    await expect(both).rejects.toThrow("first");
    expect(log).toEqual(["gave up"]);
  });
});
