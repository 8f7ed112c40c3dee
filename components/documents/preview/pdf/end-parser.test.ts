import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { endParser } from "./end-parser";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What was done, in order, with a parser that answers as given. */
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

describe("the end of a parser", () => {
  test("removes what it put into the page before its thread ends", async () => {
    const { done, task, thread } = arrange(async () => undefined);
    await endParser(task, thread);
    expect(done).toEqual(["destroyed", "terminated"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("comes a second later when its thread is too busy to answer", async () => {
    const { done, task, thread } = arrange(() => new Promise(() => undefined));
    const ending = endParser(task, thread);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await ending;
    expect(done).toEqual(["terminated"]);
  });

  test("comes too when it cannot be destroyed, or there is no parser yet", async () => {
    const { done, task, thread } = arrange(() => Promise.reject(new Error("destroyed already")));
    await endParser(task, thread);
    await endParser(null, thread);
    expect(done).toEqual(["terminated", "terminated"]);
  });
});
