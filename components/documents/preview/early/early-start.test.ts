import { afterEach, describe, expect, test } from "vitest";
import { type EarlyStart, startEarly, takeEarlyStart } from "./early-start";

const place = globalThis as { stagedoorEarlyStart?: EarlyStart | undefined };
const ended: string[] = [];
const thread = { terminate: () => ended.push("thread") } as unknown as Worker;
const head = Promise.resolve(new Uint8Array([1]));

afterEach(() => {
  place.stagedoorEarlyStart = undefined;
});

describe("what the page's script started", () => {
  test("is taken once", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, head, isBroken: false };
    expect(takeEarlyStart("/a")).toMatchObject({ thread, head });
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("is not used when its thread has ended", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, head, isBroken: true };
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("ends when another file is shown", () => {
    ended.length = 0;
    place.stagedoorEarlyStart = { file: "/a", thread, head, isBroken: false };
    expect(takeEarlyStart("/b")).toBeNull();
    expect(ended).toEqual(["thread"]);
  });

  test("runs as a text, with nothing of this module", async () => {
    const [asked, threads]: [unknown[], string[]] = [[], []];
    class Worker {
      constructor(url: string) {
        threads.push(url);
      }
      addEventListener() {}
    }
    const fetch = async (url: string, { headers }: { headers: { range: string } }) => {
      asked.push([url, headers.range]);
      return new Response("abc", { status: 206 });
    };
    const script = `const globalThis = {}; (${startEarly})({ parser: "/parser", file: "/file", range: "bytes=0-2" }); return globalThis.stagedoorEarlyStart;`;
    const start: EarlyStart = new Function("Worker", "fetch", script)(Worker, fetch);
    expect([asked, threads]).toEqual([[["/file", "bytes=0-2"]], ["/parser"]]);
    expect(new TextDecoder().decode((await start.head) ?? undefined)).toBe("abc");
  });
});
