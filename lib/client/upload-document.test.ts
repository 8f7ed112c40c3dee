import { describe, expect, test } from "vitest";
import { clientUnderTest } from "./testing/client.fixture";
import type { Mishap, SeenCall } from "./testing/in-memory-external-api";
import type { UploadOptions } from "./upload-by-api";

const FILE = new Blob(["bytes of a file"]);
const CREATE = "POST /external-api/staged-documents";
const RENEW = "POST /external-api/staged-documents/uuid-1/upload-url";
const REPORT = "PUT /external-api/staged-documents/uuid-1";
const upload = (n: number) => `PUT store/uuid-1/${n}`;

describe("uploading a file", () => {
  test("creates the document, uploads the file with its length and without the key, and reports it", async () => {
    const { api, handIn } = setUp();
    const phases: string[] = [];
    const record = await handIn({ onPassed: (phase) => phases.push(phase) });

    expect(record).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, upload(1), REPORT]);
    expect(api.documents).toMatchObject([{ status: 2, bytes: "bytes of a file" }]);
    expect(api.calls[1]?.headers.get("content-length")).toBe(String(FILE.size));
    expect(api.calls[1]?.headers.has("authorization")).toBe(false);
    expect(phases).toEqual(["created", "uploaded", "reported"]);
  });

  test("waits for the callback between the phases", async () => {
    const { api, handIn } = setUp();
    const lengths: number[] = [];
    await handIn({
      onPassed: async () => {
        await Promise.resolve();
        lengths.push(api.calls.length);
      },
    });

    expect(lengths).toEqual([1, 2, 3]);
  });

  test("reports the progress of the upload from 0 to the full size", async () => {
    const { handIn } = setUp();
    const seen: number[] = [];
    const chunks = ["ab", "cde", "f"];
    await handIn(
      { onProgress: ({ sentBytes, totalBytes }) => seen.push(sentBytes, totalBytes) },
      { size: 6, stream: () => streamOf(chunks) },
    );

    expect(seen).toEqual([0, 6, 2, 6, 5, 6, 6, 6]);
  });

  test("sends the content type of the file", async () => {
    const { api, handIn } = setUp();
    await handIn({}, new Blob(["x"], { type: "application/pdf" }));

    expect(api.calls[1]?.headers.get("content-type")).toBe("application/pdf");
  });
});

describe("a proxy's limit on the size of uploads", () => {
  const isLarge = ({ path, body }: SeenCall) => path.startsWith("store") && body.length > 4;
  const large = new Blob(["x".repeat(64 * 1024)]);

  test("is reported if the proxy's response can be read, and the upload is not retried", async () => {
    const { api, handIn, pauses } = setUp();
    api.mishap = (call) => (isLarge(call) ? new Response("<html>", { status: 413 }) : null);

    await expect(handIn()).rejects.toThrow(/too large \(413\).*proxy.*client_max_body_size/);
    expect(api.log).toEqual([CREATE, upload(1)]);
    expect(pauses).toEqual([]);
  });

  test("is reported as the likely reason if no attempt gets a response, but a small upload does", async () => {
    const { api, handIn } = setUp();
    api.mishap = (call) => (isLarge(call) ? "unreachable" : null);

    await expect(handIn({}, large)).rejects.toThrow(
      "The object store answers small uploads, but the connection was closed each time this file was sent. A proxy in front of it probably limits the size of uploads (nginx: client_max_body_size)",
    );
    const last = api.calls.at(-1);
    expect(last).toMatchObject({ method: "PUT", body: "" });
    expect(api.seenQueries.at(-1)).not.toContain("secret");
    expect(api.documents).toMatchObject([{ status: 1, bytes: null }]);
  });

  test.each<[string, (call: SeenCall, nth: number) => Mishap | null]>([
    [
      "small uploads get no response either",
      ({ path }) => (path.startsWith("store") ? "unreachable" : null),
    ],
    [
      "one attempt got a response",
      (call) =>
        isLarge(call)
          ? call.path.endsWith("/2")
            ? new Response("", { status: 503 })
            : "unreachable"
          : null,
    ],
  ])("is not suspected if %s", async (_, mishap) => {
    const { api, handIn } = setUp();
    api.mishap = mishap;

    await expect(handIn({}, large)).rejects.toThrow(
      "The object store does not answer (ECONNREFUSED)",
    );
  });

  test("is not suspected if a file as large has arrived before", async () => {
    const { api, handIn } = setUp();
    await handIn({}, large);
    api.mishap = (call) => (isLarge(call) ? "unreachable" : null);

    await expect(handIn({}, large)).rejects.toThrow(
      "The object store does not answer (ECONNREFUSED)",
    );
  });

  test("is not suspected for a file smaller than 64 KiB", async () => {
    const { api, handIn } = setUp();
    api.mishap = (call) => (isLarge(call) ? "unreachable" : null);

    await expect(handIn({}, new Blob(["x".repeat(64 * 1024 - 1)]))).rejects.toThrow(
      "The object store does not answer (ECONNREFUSED)",
    );
  });
});

describe("an object store whose disk is full", () => {
  test.each(["<Error><Code>InternalError</Code></Error>", "<html>"])(
    "is retried, and the failure is then reported: %s",
    async (body) => {
      const { api, handIn, pauses } = setUp();
      api.mishap = ({ path }) =>
        path.startsWith("store") ? new Response(body, { status: 507 }) : null;

      await expect(handIn()).rejects.toThrow(
        "The disk of the object store is full (507). An operator must free space; then retry the upload",
      );
      expect(pauses.length).toBeGreaterThan(1);
    },
  );
});

describe("a failed upload", () => {
  test.each([
    ["the connection is lost", "answer-lost" as const],
    ["the store is busy", new Response("", { status: 503 })],
    ["the store's request timed out", new Response("<Code>RequestTimeout</Code>", { status: 400 })],
  ])("is retried with a new URL if %s", async (_, mishap) => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) => (path === "store/uuid-1/1" ? mishap : null);

    expect(await handIn()).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, upload(1), RENEW, upload(2), REPORT]);
  });

  test("gets a new URL immediately if its URL has expired", async () => {
    const { api, handIn, pauses } = setUp();
    api.areUrlsExpired = true;

    expect(await handIn()).toMatchObject({ status: 2 });
    expect(api.log).toEqual([CREATE, upload(1), RENEW, upload(2), REPORT]);
    expect(pauses).toEqual([]);
  });

  test("is not retried a second time if the new URL is rejected too", async () => {
    const { api, handIn } = setUp();
    api.mishap = ({ path }) =>
      path.startsWith("store") ? new Response("<Code>AccessDenied</Code>", { status: 403 }) : null;

    await expect(handIn()).rejects.toThrow("rejected the upload (403 AccessDenied)");
    expect(api.log).toEqual([CREATE, upload(1), RENEW, upload(2)]);
  });

  test.each([
    ["never", "transient", 1],
    ["never", "final", 1],
    ["when-refused", "transient", 1],
    ["when-refused", "final", 6],
    ["always", "transient", 6],
    ["always", "final", 6],
  ] as const)(
    "with reportFailure %s and a %s failure ends at status %d",
    async (when, kind, status) => {
      const { api, handIn } = setUp();
      const failure = () => new Response("", { status: kind === "final" ? 411 : 503 });
      api.mishap = ({ path }) => (path.startsWith("store") ? failure() : null);

      await expect(handIn({ reportFailure: when })).rejects.toThrow("The object store");
      expect(api.documents).toMatchObject([{ status }]);
    },
  );

  test.each([
    ["cannot be read", () => failingStream(), "The file cannot be read"],
    ["is shorter than it was", () => streamOf(["ab"]), "The file changed while it was being read"],
    [
      "is longer than it was",
      () => streamOf(["abcdefg"]),
      "The file changed while it was being read",
    ],
  ])("is not retried if the file %s", async (_, stream, sentence) => {
    const { api, handIn } = setUp();

    await expect(handIn({}, { size: 6, stream })).rejects.toThrow(sentence);
    expect(api.log.filter((line) => line === RENEW)).toEqual([]);
  });

  test("throws the reason of an abort and reports nothing", async () => {
    const { api, handIn } = setUp();
    const abort = new AbortController();
    const reason = new Error("enough");
    const ended = handIn({
      signal: abort.signal,
      reportFailure: "always",
      onProgress: () => abort.abort(reason),
    });

    await expect(ended).rejects.toBe(reason);
    expect(api.log).toEqual([CREATE]);
    expect(api.documents).toMatchObject([{ status: 1 }]);
  });
});

function setUp() {
  const { api, client, pauses } = clientUnderTest();
  const handIn = (
    options: Partial<UploadOptions> = {},
    file: Parameters<typeof client.handIn>[0] = FILE,
  ) => client.handIn(file, { assetIdentifier: "BLD-0001", name: "a.pdf", ...options });
  return { api, handIn, pauses };
}

function streamOf(chunks: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return new ReadableStream({
    pull: (controller) => {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

const failingStream = () =>
  new ReadableStream<Uint8Array>({
    pull: () => {
      throw new Error("EIO");
    },
  });
