import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endParser } from "./open-pdf";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a parser whose `destroy` behaves as given, and records the calls in order. */
function arrange(destroy: () => Promise<void>) {
  const done: string[] = [];
  const task = {
    async destroy() {
      await destroy();
      done.push("destroyed");
    },
  };
  return { done, task, thread: { terminate: () => void done.push("terminated") } };
}

describe("stopping a parser", () => {
  test("removes what the parser added to the page before its thread stops", async () => {
    const { done, task, thread } = arrange(async () => undefined);
    await endParser(task, thread);
    expect(done).toEqual(["destroyed", "terminated"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("takes at most a second if the thread is too busy to respond", async () => {
    const { done, task, thread } = arrange(() => new Promise(() => undefined));
    const ending = endParser(task, thread);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await ending;
    expect(done).toEqual(["terminated"]);
  });

  test("stops the thread even if the parser cannot be destroyed, or does not exist yet", async () => {
    const { done, task, thread } = arrange(() => Promise.reject(new Error("destroyed already")));
    await endParser(task, thread);
    await endParser(null, thread);
    expect(done).toEqual(["terminated", "terminated"]);
  });
});
