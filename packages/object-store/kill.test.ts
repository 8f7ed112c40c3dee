import { request } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { childStoreForEachTest, killChild } from "./child-store.fixture";
import { put, readText, readVersion, sendSigned, storeObject } from "./conformance/client";
import { presign } from "./conformance/signer";
import { filesOnDisk } from "./conformance/test-store";

const UNDER_LOAD = { timeout: 10_000 };

const { root, startStore } = childStoreForEachTest();

describe("kill -9", () => {
  test("in the middle of an upload keeps the old object, and the next process takes over the folder and cleans up", async () => {
    const first = await startStore();
    await storeObject(first.access, "key", "old");
    const upload = request(presign(first.access, { key: "key" }), {
      method: "PUT",
      headers: { "content-length": 1_000_000 },
    });
    upload.on("error", () => undefined);
    upload.write(Buffer.alloc(500_000, 65));
    await vi.waitFor(
      async () => expect((await filesOnDisk(root())).tmp).toHaveLength(1),
      UNDER_LOAD,
    );
    await killChild(first.child);
    expect((await filesOnDisk(root())).tmp).toHaveLength(1);

    const { access } = await startStore();
    expect(await readText(access, "key")).toBe("old");
    expect(await filesOnDisk(root())).toEqual({ tmp: [], blobs: [expect.any(String)] });
  });

  test("during a series of overwrites does not lose confirmed versions", async () => {
    const first = await startStore();
    const answered: string[] = [];
    const write = async () => {
      for (let round = 0; ; round += 1) {
        const reply = await put(presign(first.access, { key: "key" }), `round ${round}`);
        answered.push(String(reply.headers["x-amz-version-id"]));
        if (round === 30) first.child.kill("SIGKILL");
      }
    };
    await expect(write()).rejects.toThrow();
    await killChild(first.child);

    const { access } = await startStore();
    const newest = Number(/^round (\d+)$/.exec(String(await readText(access, "key")))?.[1]);
    expect([answered.length - 1, answered.length]).toContain(newest);
    for (const [round, versionId] of answered.entries()) {
      expect(await readVersion(access, "key", versionId)).toBe(`round ${round}`);
    }
    expect((await filesOnDisk(root())).blobs).toHaveLength(newest + 1);
  });

  test("during a series of deletions neither restores deleted versions nor loses other versions", async () => {
    const first = await startStore();
    const keys: string[] = [];
    const removed: string[] = [];
    const write = async () => {
      for (let round = 0; ; round += 1) {
        const url = presign(first.access, { key: "key" });
        const ids = [await put(url, `round ${round}`), await put(url, `round ${round}`)].map(
          ({ headers }) => String(headers["x-amz-version-id"]),
        );
        const [older = "", newer = ""] = round % 2 === 0 ? ids : ids.toReversed();
        keys.push(older);
        const query = [["versionId", newer]] as const;
        await sendSigned(first.access, { method: "DELETE", key: "key", query });
        removed.push(newer);
        if (round === 15) first.child.kill("SIGKILL");
      }
    };
    await expect(write()).rejects.toThrow();
    await killChild(first.child);

    const { access } = await startStore();
    for (const versionId of removed) expect(await readVersion(access, "key", versionId)).toBeNull();
    for (const [round, versionId] of keys.entries()) {
      expect(await readVersion(access, "key", versionId)).toBe(`round ${round}`);
    }
  });
});

describe("kill -9 in a store with many keys", () => {
  test("while new objects are being written keeps every confirmed object in the listing", async () => {
    const first = await startStore();
    const answered: string[] = [];
    const write = async (writer: string) => {
      for (let round = 0; ; round += 1) {
        const key = `${writer}/${String(round).padStart(3, "0")}`;
        await storeObject(first.access, key);
        if (answered.push(key) === 60) first.child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(["a", "b", "c", "d"].map(write));
    await killChild(first.child);

    const { access } = await startStore();
    const query = [["list-type", "2"]] as const;
    const { text: listing } = await sendSigned(access, {
      method: "GET",
      path: "/documents",
      query,
    });
    const listed = [...listing.matchAll(/<Key>([^<]*)/g)].map(([, key = ""]) => key);
    expect(listed).toEqual(listed.toSorted());
    expect(listed).toEqual(expect.arrayContaining(answered));
    for (const key of listed) expect(await readText(access, key)).toBe("hello");
  });
});
