import { describe, expect, test } from "vitest";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import type { CallCockpit } from "../../../api/call-cockpit";
import { openRangedFile } from "./ranged-file";

const BYTES = "0123456789";

/** Creates a store whose URLs work for 100 s, on a clock that only the test advances. */
function arrangeStore(answer: (range: string, url: string) => Response | Promise<Response> = part) {
  const [ranges, waits]: [string[], number[]] = [[], []];
  let [issued, nowMs, revoked] = [0, 0, ""];
  const leaving = new AbortController();
  const call = (async (_method, _path, options) => {
    options?.signal?.throwIfAborted();
    issued += 1;
    return { url: `https://store/${issued}`, expiresInSeconds: 100, size: BYTES.length };
  }) as CallCockpit;
  const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    ranges.push(String(url));
    if (String(url) === revoked) return new Response(null, { status: 403 });
    return answer(new Headers(init?.headers).get("range") ?? "", String(url));
  };
  const outside = {
    call,
    fetch: fetch as typeof globalThis.fetch,
    nowMs: () => nowMs,
    wait: async (ms: number) => void waits.push(ms),
    signal: leaving.signal,
  };
  return {
    ranges,
    waits,
    open: (file?: FileUrl) => openRangedFile("019cbc00", outside, file),
    issued: () => issued,
    leave: () => leaving.abort(),
    pass: (ms: number) => {
      nowMs += ms;
    },
    revoke: (url: string) => {
      revoked = url;
    },
  };
}

function part(range: string): Response {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return new Response(BYTES.slice(Number(from), Number(to) + 1), { status: 206 });
}

const FIRST_FILE: FileUrl = {
  url: "https://store/first",
  expiresInSeconds: 100,
  size: BYTES.length,
};

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a file that is read in parts", () => {
  test("returns exactly the requested bytes", async () => {
    const { open } = arrangeStore();
    const file = await open();
    expect(file.size).toBe(10);
    expect(textOf(await file.read(2, 5))).toBe("234");
  });

  test("renews its URL before the URL expires, and only once for concurrent reads", async () => {
    const { open, pass, ranges } = arrangeStore();
    const file = await open();
    await file.read(0, 1);
    pass(75_000);
    await Promise.all([file.read(1, 2), file.read(2, 3)]);
    expect(ranges).toEqual(["https://store/1", "https://store/2", "https://store/2"]);
  });

  test("renews a URL that has not expired yet but is rejected by the store", async () => {
    const { open, revoke, ranges } = arrangeStore();
    const file = await open();
    revoke("https://store/1");
    expect(textOf(await file.read(0, 2))).toBe("01");
    expect(ranges).toEqual(["https://store/1", "https://store/2"]);
  });

  test("is requested again if the network fails or the response ends early", async () => {
    const answers = [
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => new Response("0", { status: 206 }),
      () => part("bytes=0-3"),
    ];
    const { open, waits } = arrangeStore(() => answers.shift()?.() ?? Response.error());
    expect(textOf(await (await open()).read(0, 4))).toBe("0123");
    expect(waits).toEqual([500, 2_000]);
  });

  test("cannot be read if the store is unreachable or ignores the range", async () => {
    const gone = arrangeStore(() => Promise.reject(new TypeError("Failed to fetch")));
    const reading = (await gone.open()).read(0, 4);
    await expect(reading).rejects.toMatchObject({ reason: "unreachable" });
    const whole = arrangeStore(() => new Response(BYTES, { status: 200 }));
    await expect((await whole.open()).read(0, 4)).rejects.toMatchObject({ reason: "unreachable" });
    expect(whole.waits).toEqual([]);
  });

  test("is not requested again once the read has been aborted", async () => {
    const leaving = new AbortController();
    const { open, waits } = arrangeStore(() => {
      leaving.abort(new Error("left"));
      throw new TypeError("Failed to fetch");
    });
    await expect((await open()).read(0, 4, leaving.signal)).rejects.toThrow();
    expect(waits).toEqual([]);
  });
  test("does not request anything, not even a URL, once its preview is closed", async () => {
    const { open, leave, pass, ranges } = arrangeStore();
    const file = await open();
    leave();
    await expect(file.read(0, 4)).rejects.toMatchObject({ name: "AbortError" });
    pass(75_000);
    await expect(file.read(0, 4)).rejects.toMatchObject({ name: "AbortError" });
    await expect(open()).rejects.toMatchObject({ name: "AbortError" });
    expect(ranges).toEqual([]);
  });
});

describe("a file whose URL came with its page", () => {
  test("uses the URL that came with the page and does not request one before that URL expires", async () => {
    const { open, pass, ranges, issued } = arrangeStore();
    const file = await open(FIRST_FILE);
    expect(file.size).toBe(10);
    expect(textOf(await file.read(2, 5))).toBe("234");
    expect([ranges, issued()]).toEqual([["https://store/first"], 0]);
    pass(75_000);
    await file.read(0, 1);
    expect([ranges.at(-1), issued()]).toEqual(["https://store/1", 1]);
  });

  test.each([403, 404])(
    "requests a new URL if the store responds with %d to the one that came with the page",
    async (status) => {
      const { open, ranges } = arrangeStore((range, url) =>
        url === FIRST_FILE.url ? new Response(null, { status }) : part(range),
      );
      const file = await open(FIRST_FILE);
      expect(textOf(await file.read(2, 5))).toBe("234");
      expect(ranges).toEqual(["https://store/first", "https://store/1"]);
    },
  );
});
