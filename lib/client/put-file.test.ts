import { afterEach, expect, test, vi } from "vitest";
import { putFile } from "./put-file";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const untilNextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a response that arrives before all bytes are sent leaves no timer that keeps the program running", async () => {
  vi.useFakeTimers();
  let rest: ReadableStream<Uint8Array> | null = null;
  const refuse: typeof fetch = async (_, init) => {
    if (init?.body instanceof ReadableStream) rest = init.body;
    return new Response("<Code>EntityTooLarge</Code>", { status: 400 });
  };
  const file = new Blob(["bytes"]);

  await expect(putFile(refuse, "http://store.test/1", file, {})).rejects.toThrow("EntityTooLarge");
  await new Response(rest).text();
  expect(vi.getTimerCount()).toBe(0);
});

test("in a browser, an upload that is cancelled during its first progress event sends nothing", async () => {
  let requestCount = 0;
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload = {};
      open() {
        requestCount += 1;
      }
      send() {
        requestCount += 1;
      }
    },
  );
  const reason = new Error("cancelled");
  const cancellation = new AbortController();
  const put = putFile(fetch, "http://store.test/1", new Blob(["bytes"]), {
    signal: cancellation.signal,
    onProgress: () => cancellation.abort(reason),
  });
  await expect(Promise.race([put, untilNextTurn()])).rejects.toBe(reason);
  expect(requestCount).toBe(0);
});

test("an upload that makes no progress for 120 s is aborted and can be retried", async () => {
  vi.useFakeTimers();
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  const ended = putFile(never, "http://store.test/1", new Blob(["bytes"]), {}).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(120_000);

  expect(await ended).toMatchObject({
    isTransient: true,
    message: "The object store does not answer (no data was sent for 120 s)",
  });
});
