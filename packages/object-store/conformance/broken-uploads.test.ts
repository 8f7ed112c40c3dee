import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { put, readText, send, storeObject } from "./client";
import { presign } from "./signer";
import { SIZE_MAX_BYTES, startTestStore, type TestStore } from "./test-store";

const UNDER_LOAD = { timeout: 10_000 };

const GIB = 1024 ** 3;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

/** Sends part of a body, waits until the store is writing it to disk, then breaks the connection. */
async function breakOff(key: string): Promise<void> {
  const upload = request(presign(store.access, { key }), {
    method: "PUT",
    headers: { "content-length": 1_000_000 },
    agent: false,
  });
  upload.on("error", () => undefined);
  upload.write(Buffer.alloc(100_000, 65));
  await vi.waitFor(async () => expect((await store.filesOnDisk()).tmp).toHaveLength(1), UNDER_LOAD);
  upload.destroy();
  await vi.waitFor(async () => expect((await store.filesOnDisk()).tmp).toEqual([]), UNDER_LOAD);
}

/** Opens a connection to the store's port and writes these raw bytes to it. */
async function rawConnection(head: string): Promise<Socket> {
  const socket = connect(Number(new URL(store.access.endpoint).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(head);
  return socket;
}

describe("a broken upload", () => {
  test("keeps the old object", async () => {
    await storeObject(store.access, "old", "old content");
    await breakOff("old");
    expect(await readText(store.access, "old")).toBe("old content");
  });

  test("to a new key leaves nothing behind", async () => {
    await breakOff("new");
    expect(await readText(store.access, "new")).toBeNull();
  });

  test("whose client sends less than the declared length returns 400 IncompleteBody", async () => {
    const url = new URL(presign(store.access, { key: "short" }));
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 10\r\n\r\nhel`;
    const socket = await rawConnection(head);
    socket.end();
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*<Code>IncompleteBody</s);
    expect(await readText(store.access, "short")).toBeNull();
  });
});

describe("the size limit for uploads", () => {
  test.each([
    ["one byte", SIZE_MAX_BYTES + 1],
    ["5 GiB and one byte", 5 * GIB + 1],
  ])("rejects an upload that exceeds it by %s, before the body is sent", async (_name, length) => {
    const url = presign(store.access, { key: "big" });
    const reply = await put(url, "x", { "content-length": length }, { expectsContinue: true });
    expect(reply).toMatchObject({ status: 400, code: "EntityTooLarge", wasContinued: false });
  });

  test("allows an upload that is exactly as large as the limit", async () => {
    const body = Buffer.alloc(SIZE_MAX_BYTES, 1);
    expect((await put(presign(store.access, { key: "limit" }), body)).status).toBe(200);
  });
});

describe("a malformed request", () => {
  test("returns 400, and the store keeps running", async () => {
    const socket = await rawConnection("NONSENSE\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*<Code>InvalidRequest</s);
    expect(
      (
        await send(presign(store.access, { method: "HEAD", path: "/documents" }), {
          method: "HEAD",
        })
      ).status,
    ).toBe(200);
  });

  test("with a target that is not a path returns 400 InvalidURI", async () => {
    const socket = await rawConnection(
      "GET http://x/documents HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*<Code>InvalidURI</s);
  });
});
