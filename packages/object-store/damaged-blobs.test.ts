import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, rm, truncate } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  getObject,
  headObject,
  put,
  readText,
  send,
  sendSigned,
  storeObject,
} from "./conformance/client";
import { presign } from "./conformance/signer";
import { startTestStore, type TestStore } from "./conformance/test-store";

const MIB = 1_048_576;

let store: TestStore;
let reports: unknown[];
beforeEach(async () => {
  reports = [];
  store = await startTestStore({ reportFailure: (_requestId, error) => reports.push(error) });
});
afterEach(() => store.stop());

/** Returns the file that holds the bytes of the only object. */
async function blobFile(): Promise<string> {
  const directory = join(store.root, "documents", "blobs");
  const [name = ""] = await readdir(directory);
  return join(directory, name);
}

const copyTo = (key: string) =>
  sendSigned(store.access, { key, headers: { "x-amz-copy-source": "/documents/report" } });

/** Every way to read an object. */
const READS = {
  GET: () => getObject(store.access, "report"),
  "a range within the remaining bytes": () =>
    getObject(store.access, "report", { range: "bytes=0-1" }),
  "a range within the missing bytes": () =>
    getObject(store.access, "report", { range: "bytes=4-4" }),
  HEAD: () => headObject(store.access, "report"),
  copy: () => copyTo("copied"),
};

describe.each([
  ["truncated", (file: string) => truncate(file, 3), /holds 3 bytes instead of 5/],
  ["too long", (file: string) => truncate(file, 9), /holds 9 bytes instead of 5/],
  ["missing", (file: string) => rm(file), /is missing/],
] as const)("a blob that is %s", (_damage, damage, reason) => {
  beforeEach(async () => {
    await storeObject(store.access, "report");
    await damage(await blobFile());
  });

  test.each(Object.entries(READS))(
    "returns 500 on %s and is named in the log",
    async (_name, read) => {
      const reply = await read();
      expect(reply.status).toBe(500);
      expect(reports).toEqual([
        expect.objectContaining({ message: expect.stringMatching(reason) }),
      ]);
      expect(String(reports[0])).toContain("documents/report");
    },
  );

  test("is not copied", async () => {
    await copyTo("copied");
    expect((await headObject(store.access, "copied")).status).toBe(404);
  });

  test("is replaced by the next upload", async () => {
    expect((await put(presign(store.access, { key: "report" }), "again")).status).toBe(200);
    expect(await readText(store.access, "report")).toBe("again");
  });

  test("can be deleted", async () => {
    const url = presign(store.access, { method: "DELETE", key: "report" });
    expect((await send(url, { method: "DELETE" })).status).toBe(204);
    expect((await headObject(store.access, "report")).status).toBe(404);
  });
});

test("a download whose blob shrinks is cut off immediately, and the fault is logged", async () => {
  await storeObject(store.access, "report", randomBytes(5 * MIB));
  const download = get(presign(store.access, { method: "GET", key: "report" }));
  const [response] = await once(download, "response");
  await truncate(await blobFile(), MIB);
  const outcome = once(response, "end").then(
    () => "whole",
    (error: NodeJS.ErrnoException) => error.code,
  );
  response.resume();
  expect(await outcome).toBe("ECONNRESET");
  expect(reports).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/instead of 5242880/) }),
  ]);
});

test("a client that disconnects during a download is not an error", async () => {
  await storeObject(store.access, "report", randomBytes(5 * MIB));
  const download = get(presign(store.access, { method: "GET", key: "report" }));
  const [response] = await once(download, "response");
  response.on("error", () => undefined);
  response.destroy();
  await store.stop();
  expect(reports).toEqual([]);
});
