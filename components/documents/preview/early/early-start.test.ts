import { afterEach, describe, expect, test } from "vitest";
import { type EarlyGlobal, type EarlyStart, takeEarlyStart } from "./early-start";
import { reportStyled, startEarly } from "./start-early";

const place: EarlyGlobal = globalThis;
const ended: string[] = [];
const thread = { terminate: () => ended.push("thread") } as unknown as Worker;
const head = Promise.resolve(new Uint8Array([1]));
const nothing = { head, opening: Promise.resolve(null), picture: Promise.resolve(null) };

afterEach(() => {
  place.stagedoorEarlyStart = undefined;
  place.stagedoorIsEarlyOver = false;
});

describe("what the page's script started", () => {
  test("is taken once", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: false };
    expect(takeEarlyStart("/a")).toMatchObject({ thread, head });
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("is not used when its thread has ended", () => {
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: true };
    expect(takeEarlyStart("/a")).toBeNull();
  });

  test("ends when another file is shown", () => {
    ended.length = 0;
    place.stagedoorEarlyStart = { file: "/a", thread, ...nothing, isBroken: false };
    expect(takeEarlyStart("/b")).toBeNull();
    expect(ended).toEqual(["thread"]);
  });
});

describe("the script in the page", () => {
  test("starts before the page has its style sheets, and draws with them", async () => {
    const page = openPage();
    const start = page.start();
    expect([page.requests, page.threads]).toEqual([[["/file", "bytes=0-4"]], ["/parser"]]);
    expect(new TextDecoder().decode((await start?.head) ?? undefined)).toBe("%PDF-");
    expect(await start?.opening).toMatchObject({ task: "task", missed: [] });
    expect(page.log).toEqual([]);
    page.style();
    expect(await start?.picture).toBe("picture");
    expect(page.log).toEqual(["drawn"]);
  });

  test("draws at once if the style sheets were first", async () => {
    const page = openPage();
    page.style();
    expect(await page.start()?.picture).toBe("picture");
  });

  test("starts nothing if the preview was first", () => {
    const page = openPage();
    page.globals.stagedoorIsEarlyOver = true;
    expect(page.start()).toBeUndefined();
    expect(page.threads).toEqual([]);
  });
});

/** Runs the scripts from their source, as a browser does, so that nothing of their module is in reach. */
function openPage() {
  const requests: unknown[] = [];
  const threads: string[] = [];
  const log: string[] = [];
  const globals: Partial<EarlyGlobal> = {};
  class Worker {
    constructor(url: string) {
      threads.push(url);
    }
    addEventListener() {}
  }
  const fetch = async (url: string, { headers }: { headers: { range: string } }) => {
    requests.push([url, headers.range]);
    return new Response("%PDF-", { status: 206 });
  };
  const load = async () => ({
    PDFDataRangeTransport: Object,
    PDFWorker: Object,
    getDocument: () => "task",
  });
  const draw = async () => {
    log.push("drawn");
    return "picture";
  };
  const files = {
    ...{ library: "/library", parser: "/parser", file: "/file", size: 5 },
    ...{ headBytes: 5, options: {} },
  };
  // Vitest replaces dynamic imports with a function of its own.
  const given = { globalThis: globals, Worker, fetch, draw, __vite_ssr_dynamic_import__: load };
  const run = (script: string) =>
    new Function(...Object.keys(given), script)(...Object.values(given));
  return {
    ...{ requests, threads, log, globals },
    style: () => run(`(${reportStyled})()`),
    start: (): EarlyStart | undefined => {
      run(`(${startEarly})(${JSON.stringify(files)}, draw)`);
      return globals.stagedoorEarlyStart;
    },
  };
}
