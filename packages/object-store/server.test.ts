import { EventEmitter, once } from "node:events";
import { chmod, mkdir, readdir, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { put, readText, storeObject } from "./conformance/client";
import { presign } from "./conformance/signer";
import {
  accessTo,
  filesOnDisk,
  makeRoot,
  startTestStore,
  type TestStore,
  testOptions,
} from "./conformance/test-store";
import { type ObjectStoreOptions, startObjectStore } from "./server";
import { openUploadFile, type UploadFile } from "./storage/receive-upload";

const UNDER_LOAD = { timeout: 10_000 };
/** More bytes than a test can send in time if it waits for each byte to arrive. */
const SLOW_BYTES = 1_000_000;

const started: TestStore[] = [];
const roots: string[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((store) => store.stop()));
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, force: true })));
});

async function newRoot(): Promise<string> {
  const root = await makeRoot();
  roots.push(root);
  return root;
}

async function start(overrides: Partial<ObjectStoreOptions> = {}): Promise<TestStore> {
  const root = overrides.root ?? (await newRoot());
  const store = await startTestStore({ ...overrides, root });
  started.push(store);
  return store;
}

/** Starts an upload of the given length without sending its body. */
function beginUpload(url: string, length: number) {
  const upload = request(url, {
    method: "PUT",
    headers: { "content-length": length },
    agent: false,
  });
  const status = new Promise<number | string>((resolve) => {
    upload.on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    upload.on("error", (error) => resolve(error.name));
  });
  return { upload, status };
}

describe("time limits", () => {
  test("an upload may take far longer than the idle limit as long as bytes keep arriving", async () => {
    const idleTimeoutMs = 1_000;
    const arrivals = new EventEmitter();
    const store = await start({
      idleTimeoutMs,
      openUploadFile: async (path) => {
        const file = await openUploadFile(path);
        const appendFile: UploadFile["appendFile"] = (data) =>
          file.appendFile(data).finally(() => arrivals.emit("bytes"));
        return { appendFile, sync: () => file.sync(), close: () => file.close() };
      },
    });
    const { upload, status } = beginUpload(presign(store.access, { key: "slow" }), SLOW_BYTES);
    const startMs = performance.now();
    let sent = 0;
    for (; performance.now() - startMs < 2.5 * idleTimeoutMs; sent += 1) {
      const arrived = once(arrivals, "bytes");
      upload.write("x");
      await arrived;
    }
    upload.end("x".repeat(SLOW_BYTES - sent));
    expect(await status).toBe(200);
    expect(await readText(store.access, "slow")).toHaveLength(SLOW_BYTES);
  });

  test("an upload whose client stops sending is aborted and leaves nothing behind", async () => {
    const store = await start({ idleTimeoutMs: 100 });
    const { upload, status } = beginUpload(presign(store.access, { key: "silent" }), 10);
    upload.write("x");
    expect(await status).toBe("Error");
    await vi.waitFor(async () => expect((await store.filesOnDisk()).tmp).toEqual([]), UNDER_LOAD);
  });
});

test.skipIf(process.platform === "win32")(
  "only the owner can read documents, even in a folder that was open to everyone",
  async () => {
    const parent = await newRoot();
    const root = join(parent, "objects");
    await mkdir(root);
    await chmod(parent, 0o755);
    await chmod(root, 0o755);
    const store = await start({ root });
    await storeObject(store.access, "key");

    expect((await stat(root)).mode & 0o777).toBe(0o700);
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      expect((await stat(path)).mode & 0o077, path).toBe(0);
    }
  },
);

describe("a request whose Host was rewritten by a proxy", () => {
  const host = { host: "internal.example:3001" };

  test("returns 403", async () => {
    const store = await start();
    expect((await put(presign(store.access, { key: "x" }), "hello", host)).status).toBe(403);
  });

  test("returns 200 if the address that clients sign is in the settings", async () => {
    const store = await start({ publicHosts: ["files.example.com"] });
    const outside = { ...store.access, endpoint: "http://files.example.com" };
    const { pathname, search } = new URL(presign(outside, { key: "x" }));
    const url = `${store.access.endpoint}${pathname}${search}`;
    expect((await put(url, "hello", host)).status).toBe(200);
  });
});

describe("a full disk", () => {
  const diskFull = () => Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const failing = (file: UploadFile, operation: "appendFile" | "sync"): UploadFile => ({
    appendFile: (data) =>
      operation === "appendFile" ? Promise.reject(diskFull()) : file.appendFile(data),
    sync: () => (operation === "sync" ? Promise.reject(diskFull()) : file.sync()),
    close: () => file.close(),
  });

  test.each(["appendFile", "sync"] as const)(
    "during %s returns 507 and stores nothing, and the store keeps running",
    async (operation) => {
      let isFull = false;
      const reports: unknown[] = [];
      const store = await start({
        isDurable: true,
        openUploadFile: async (path) => {
          const file = await openUploadFile(path);
          return isFull ? failing(file, operation) : file;
        },
        reportFailure: (_requestId, error) => reports.push(error),
      });
      await storeObject(store.access, "key", "old");
      isFull = true;
      const reply = await put(presign(store.access, { key: "key" }), Buffer.alloc(5_000_000));
      expect(reply).toMatchObject({ status: 507, code: "InternalError" });
      expect(reports).toMatchObject([{ code: "ENOSPC" }]);
      expect((await store.filesOnDisk()).tmp).toEqual([]);
      expect(await readText(store.access, "key")).toBe("old");
      isFull = false;
      await storeObject(store.access, "key", "new");
    },
  );
});

test("an unexpected failure returns 500 and is reported once, and the caller does not see the reason", async () => {
  const reports: string[] = [];
  const store = await start({
    openUploadFile: () => Promise.reject(new Error("secret path /x")),
    reportFailure: (requestId) => reports.push(requestId),
  });
  const reply = await put(presign(store.access, { key: "key" }));
  expect(reply).toMatchObject({ status: 500, code: "InternalError" });
  expect(reply.text).not.toContain("secret path");
  expect(reports).toEqual([reply.headers["x-amz-request-id"]]);
});

describe("stopping", () => {
  test("lets a nearly complete upload finish", async () => {
    const root = await newRoot();
    const options = { ...testOptions(root), isDurable: false };
    const store = await startObjectStore(options);
    const { upload, status } = beginUpload(presign(accessTo(store.port), { key: "last" }), 2);
    upload.write("a");
    await vi.waitFor(async () => expect((await filesOnDisk(root)).tmp).toHaveLength(1), UNDER_LOAD);
    const stopped = store.stop();
    upload.end("b");
    expect(await status).toBe(200);
    await stopped;
    const again = await start({ root });
    expect(await readText(again.access, "last")).toBe("ab");
  });

  test("closes a connection whose request never ends, and releases the folder", async () => {
    const root = await newRoot();
    const store = await startObjectStore({ ...testOptions(root), isDurable: false });
    const socket = connect(store.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write("PUT / HTTP/1.1\r\n");
    await store.stop();
    socket.destroy();
    await expect(start({ root })).resolves.toBeDefined();
  });

  test("twice has the same effect as once", async () => {
    const store = await startObjectStore({ ...testOptions(await newRoot()), isDurable: false });
    await Promise.all([store.stop(), store.stop()]);
  });
});

describe("starting", () => {
  test("on a port that is in use fails and releases the folder", async () => {
    const port = Number(new URL((await start()).access.endpoint).port);
    const root = await newRoot();
    await expect(start({ root, port })).rejects.toThrow(`port ${port} on`);
    await expect(start({ root })).resolves.toBeDefined();
  });

  test("with a bucket name that could escape the folder fails", async () => {
    await expect(start({ buckets: ["../outside"] })).rejects.toThrow("not a valid bucket name");
  });
});
