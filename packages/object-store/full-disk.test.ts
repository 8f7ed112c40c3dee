import { afterEach, describe, expect, test } from "vitest";
import {
  getObject,
  put,
  readText,
  readVersion,
  send,
  sendSigned,
  storeObject,
} from "./conformance/client";
import { presign } from "./conformance/signer";
import { mountSmallDisk } from "./conformance/small-disk";
import { makeRoot, startTestStore, type TestStore } from "./conformance/test-store";
import type { ObjectStoreOptions } from "./server";

const MEBIBYTE = 1024 ** 2;
const RESERVED_BYTES = 64 * MEBIBYTE;

let started: TestStore | null = null;
afterEach(() => started?.stop());

async function start(overrides: Partial<ObjectStoreOptions>) {
  const reports: unknown[] = [];
  const root = overrides.root ?? (await makeRoot());
  const reportFailure = (_requestId: string, error: unknown) => reports.push(error);
  started = await startTestStore({
    reservedBytes: RESERVED_BYTES,
    reportFailure,
    ...overrides,
    root,
  });
  return { store: started, access: started.access, reports };
}

describe("an upload that would use up the free space held in reserve", () => {
  const lasting = RESERVED_BYTES + 5;

  test("returns 507 before its body is sent, and the log contains the sizes", async () => {
    const { store, access, reports } = await start({ freeBytes: async () => lasting });
    const url = presign(access, { key: "report" });
    expect(await put(url, "sixsix", {}, { expectsContinue: true })).toMatchObject({
      status: 507,
      code: "InternalError",
      wasContinued: false,
      text: expect.stringContaining("The disk is full; nothing was stored."),
    });
    expect(String(reports[0])).toContain("64 MiB are free, and at least 64 MiB are needed");
    expect((await store.filesOnDisk()).tmp).toEqual([]);
  });

  test("is accepted if it leaves exactly the reserve free, or if the system does not report the free space", async () => {
    const { access } = await start({ freeBytes: async () => lasting });
    expect((await put(presign(access, { key: "report" }), "fivef")).status).toBe(200);
    await started?.stop();
    const other = await start({ freeBytes: async () => null });
    expect((await put(presign(other.access, { key: "report" }))).status).toBe(200);
  });

  test("is accepted if the system fails to report the free space", async () => {
    const { access } = await start({ freeBytes: () => Promise.reject(new Error("EACCES")) });
    expect((await put(presign(access, { key: "report" }))).status).toBe(200);
  });

  test("affects no other requests: stored objects can still be read, copied and deleted", async () => {
    let free = Number.POSITIVE_INFINITY;
    const { access } = await start({ freeBytes: async () => free });
    await storeObject(access, "report");
    free = 0;
    expect((await put(presign(access, { key: "other" }))).status).toBe(507);
    expect(await readText(access, "report")).toBe("hello");
    const headers = { "x-amz-copy-source": "/documents/report" };
    expect((await sendSigned(access, { key: "copy", headers })).status).toBe(200);
    const url = presign(access, { method: "DELETE", key: "report" });
    expect((await send(url, { method: "DELETE" })).status).toBe(204);
    free = Number.POSITIVE_INFINITY;
    expect((await put(presign(access, { key: "other" }))).status).toBe(200);
  });
});

describe("a disk that is really full", () => {
  const cases = [
    ["with a report of the free space", undefined],
    ["without a report of the free space", async () => null],
  ] as const;

  test.for(cases)(
    "%s: uploads return 507 and leave nothing behind, and reading and deleting still work",
    async ([_name, freeBytes], { skip }) => {
      const disk = mountSmallDisk(64 + 16);
      // If this test is skipped, only the tests above and those in server.test.ts cover a full disk, by simulating it.
      if (disk === null) return skip("this user may not mount a file system");
      try {
        const options = freeBytes ? { freeBytes } : {};
        const { store, access, reports } = await start({
          root: `${disk.directory}/store`,
          ...options,
        });
        const { headers } = await put(presign(access, { key: "report" }), "hello");
        await storeObject(access, "report", "again");
        disk.fill();
        const large = Buffer.alloc(5 * MEBIBYTE);
        expect(await put(presign(access, { key: "large" }), large)).toMatchObject({ status: 507 });
        expect(reports).toHaveLength(1);
        expect((await store.filesOnDisk()).tmp).toEqual([]);
        expect((await getObject(access, "large")).status).toBe(404);
        expect(await readText(access, "report")).toBe("again");
        const versionId = String(headers["x-amz-version-id"]);
        const query = [["versionId", versionId]] as const;
        const url = presign(access, { method: "DELETE", key: "report", query });
        expect((await send(url, { method: "DELETE" })).status).toBe(204);
        expect(await readVersion(access, "report", versionId)).toBeNull();
        disk.free();
        expect((await put(presign(access, { key: "large" }), large)).status).toBe(200);
      } finally {
        await started?.stop();
        disk.unmount();
      }
    },
  );
});
