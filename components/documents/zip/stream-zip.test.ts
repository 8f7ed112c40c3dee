import { describe, expect, test } from "vitest";
import { type CallCockpit, CockpitProblem } from "../../api/call-cockpit";
import type { ZipEntry } from "./plan-zip";
import { listDocuments, streamZip, type ZipProgress } from "./stream-zip";
import { unzip } from "./unzip.fixture";

const entryOf = (uuid: string, size = 3): ZipEntry => ({
  uuid,
  name: `${uuid}.txt`,
  path: `BLD-1/${uuid}.txt`,
  size,
  createdAt: "2026-11-28T12:00:00.000Z",
});

const refusal = (code: "content-gone" | "missing-role" | "no-answer", status: number | null) =>
  new CockpitProblem({ code, status, detail: code });

/** Signs URLs of the form `https://store/<uuid>/<number>`; each document has its own uuid as its text. */
function arrange(behaviour: {
  /** Returns a failure of the call that signs a URL. */
  readonly sign?: (uuid: string) => Error | null;
  /** Returns the response to a request for a part, instead of the part. */
  readonly answer?: (uuid: string, issued: number) => Response | null;
}) {
  const events: string[] = [];
  const stop = new AbortController();
  let [issued, nowMs] = [0, 0];
  const call = (async (_method, path) => {
    const uuid = path.split("/").at(-2) ?? "";
    events.push(`sign ${uuid}`);
    const failure = behaviour.sign?.(uuid);
    if (failure) throw failure;
    issued += 1;
    return { url: `https://store/${uuid}/${issued}`, expiresInSeconds: 300, size: uuid.length };
  }) as CallCockpit;
  const fetch = async (url: RequestInfo | URL) => {
    const [uuid = "", number] = String(url).split("/").slice(-2);
    events.push(`read ${uuid}`);
    return behaviour.answer?.(uuid, Number(number)) ?? new Response(uuid, { status: 206 });
  };
  const outside = {
    call,
    fetch: fetch as typeof globalThis.fetch,
    nowMs: () => nowMs,
    wait: async (ms: number) => {
      nowMs += ms;
    },
    signal: stop.signal,
  };
  const progress: ZipProgress[] = [];
  const zipOf = async (...entries: readonly ZipEntry[]) => {
    const { zip, leftOut } = await streamZip({ entries }, outside, (each) => progress.push(each));
    const files = await unzip(Buffer.from(await new Response(zip).arrayBuffer()));
    return { files, leftOut: leftOut.map(({ uuid, reason }) => [uuid, reason]) };
  };
  return { events, progress, stop, zipOf };
}

test("each URL is signed just before its file is read, and progress reaches the end", async () => {
  const { events, progress, zipOf } = arrange({});
  const { files, leftOut } = await zipOf(entryOf("one"), entryOf("two"));
  expect(files).toEqual({ "BLD-1/one.txt": "one", "BLD-1/two.txt": "two" });
  expect(leftOut).toEqual([]);
  expect(events).toEqual(["sign one", "read one", "sign two", "read two"]);
  expect(progress.at(-1)).toEqual({ documents: 2, bytes: 6 });
});

test("a URL that the store no longer accepts is signed again", async () => {
  const { events, zipOf } = arrange({
    answer: (_, issued) => (issued === 1 ? new Response(null, { status: 403 }) : null),
  });
  expect((await zipOf(entryOf("one"))).files).toEqual({ "BLD-1/one.txt": "one" });
  expect(events).toEqual(["sign one", "read one", "sign one", "read one"]);
});

describe("a document is left out, and the others are not,", () => {
  test.each([
    ["erased", () => refusal("content-gone", 410), undefined],
    ["not-allowed", () => refusal("missing-role", 403), undefined],
    ["unreachable", () => refusal("no-answer", null), undefined],
    ["unreachable", undefined, () => new Response(null, { status: 500 })],
    ["unreachable", undefined, () => new Response("o", { status: 206 })],
  ] as const)("as %s", async (reason, sign, answer) => {
    const { zipOf } = arrange({
      sign: (uuid) => (uuid === "one" ? (sign?.() ?? null) : null),
      answer: (uuid) => (uuid === "one" ? (answer?.() ?? null) : null),
    });
    expect(await zipOf(entryOf("one"), entryOf("two"))).toEqual({
      files: { "BLD-1/two.txt": "two" },
      leftOut: [["one", reason]],
    });
  });

  test("if its size is not the size in the list", async () => {
    const { zipOf } = arrange({});
    const { leftOut } = await zipOf(entryOf("one", 4), entryOf("two"));
    expect(leftOut).toEqual([["one", "changed"]]);
  });
});

test("after three documents in a row that cannot be reached, the others are not tried", async () => {
  const { events, zipOf } = arrange({
    answer: (uuid) => (uuid === "a" ? null : new Response(null, { status: 500 })),
  });
  const { files, leftOut } = await zipOf(
    ...["a", "b", "c", "d", "e", "f"].map((uuid) => entryOf(uuid, 1)),
  );
  expect(Object.keys(files)).toEqual(["BLD-1/a.txt"]);
  expect(leftOut).toHaveLength(5);
  expect(events).not.toContain("sign e");
});

test("a cancelled ZIP file fails and reads nothing more", async () => {
  const arranged = arrange({
    answer: () => {
      arranged.stop.abort(new Error("cancelled"));
      return null;
    },
  });
  await expect(arranged.zipOf(entryOf("one"), entryOf("two"))).rejects.toThrow("cancelled");
  expect(arranged.events).toEqual(["sign one", "read one"]);
});

test("the list of documents is read page by page, also past an empty page", async () => {
  const paths: string[] = [];
  const pages = [
    { items: [{ uuid: "1" }], nextCursor: "x" },
    { items: [], nextCursor: "y" },
    { items: [{ uuid: "2" }], nextCursor: null },
  ];
  const call = (async (_method, path) => {
    paths.push(path);
    return pages[paths.length - 1];
  }) as CallCockpit;
  const uuids: string[] = [];
  const { signal } = new AbortController();
  for await (const { uuid } of listDocuments(new URLSearchParams("q=a"), { call, signal })) {
    uuids.push(uuid);
  }
  expect(uuids).toEqual(["1", "2"]);
  expect(paths.map((path) => path.split("?")[1])).toEqual([
    "q=a&limit=200",
    "q=a&limit=200&cursor=x",
    "q=a&limit=200&cursor=y",
  ]);
});
