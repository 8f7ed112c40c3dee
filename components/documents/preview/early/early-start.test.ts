import { afterEach, describe, expect, test } from "vitest";
import { type EarlyStart, takeEarlyStart } from "./early-start";
import { startEarly } from "./start-early";

const place = globalThis as { stagedoorEarlyStart?: EarlyStart | undefined };
const ended: string[] = [];
const thread = { terminate: () => ended.push("thread") } as unknown as Worker;
const head = Promise.resolve(new Uint8Array([1]));
const nothing = { head, opening: Promise.resolve(null), picture: Promise.resolve(null) };

afterEach(() => {
  place.stagedoorEarlyStart = undefined;
});

describe("the work started by the page's script", () => {
  test("can be taken over only once", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: false };
    expect(takeEarlyStart("/a")).toMatchObject({ thread, head });
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("is not used if its thread has stopped", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: true };
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("is stopped if a different file is shown", () => {
    ended.length = 0;
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: false };
    expect(takeEarlyStart("/b")).toBeNull();
    expect(ended).toEqual(["thread"]);
  });

  test("runs from the source of its function alone, and leaves parts that could not be read to the preview", async () => {
    const [asked, threads]: [unknown[], string[]] = [[], []];
    class Worker {
      constructor(url: string) {
        threads.push(url);
      }
      addEventListener() {}
    }
    const fetch = async (url: string, { headers }: { headers: { range: string } }) => {
      asked.push([url, headers.range]);
      return new Response("%PDF-", { status: 206 });
    };
    const files = {
      ...{ library: "/library", parser: "/parser", file: "/file" },
      size: 5,
      headBytes: 5,
    };
    const script = `const globalThis = {}; (${startEarly})(${JSON.stringify({ ...files, options: {} })}); return globalThis.stagedoorEarlyStart;`;
    const load = async () => ({
      PDFDataRangeTransport: Object,
      PDFWorker: Object,
      getDocument: () => "task",
    });
    // Vitest replaces dynamic imports with a function of its own.
    const run = new Function("Worker", "fetch", "__vite_ssr_dynamic_import__", script);
    const start: EarlyStart = run(Worker, fetch, load);
    expect([asked, threads]).toEqual([[["/file", "bytes=0-4"]], ["/parser"]]);
    expect(new TextDecoder().decode((await start.head) ?? undefined)).toBe("%PDF-");
    expect(await start.opening).toMatchObject({ task: "task", missed: [], readAgain: null });

    // Both parts of the file are too short: reading the first one fails before the preview takes over, reading the second
    // one afterwards.
    const opening = await start.opening;
    const failing = (begin: number) => {
      opening?.range.requestDataRange(begin, begin + 9);
      return new Promise((resolve) => setImmediate(resolve));
    };
    await failing(10);
    expect(opening?.missed).toEqual([[10, 19]]);
    const again: number[] = [];
    if (opening) opening.readAgain = (begin) => again.push(begin);
    await failing(20);
    expect(again).toEqual([20]);
  });
});
