import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, readText, send, sendSigned, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const KEYS = [
  "uuid/Bericht (Übersicht) 2024 + 100% #1.pdf",
  "a//b",
  "/leading",
  "trailing/",
  "日本語.pdf",
  "😀.pdf",
  "q'uote~!*.txt",
  "..%2f..",
  `n/${"y".repeat(250)}.pdf`,
  "parent",
  "parent/child",
  "constructor",
  "control\u0001\n",
  "x".repeat(1024),
];

describe("a key", () => {
  test.each(KEYS.map((key) => [key.slice(0, 40), key]))(
    "%j is stored, read and listed unchanged",
    async (_shown, key) => {
      await storeObject(store.access, key, `body of ${key}`);
      expect(await readText(store.access, key)).toBe(`body of ${key}`);
      const query = [
        ["list-type", "2"],
        ["prefix", key],
        ["encoding-type", "url"],
      ] as const;
      const listing = await sendSigned(store.access, { method: "GET", path: "/documents", query });
      const listed = [...listing.text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(
        ([, text = ""]) => text,
      );
      expect(listed.map(decodeURIComponent)).toContain(key);
    },
  );

  test("of 1025 bytes returns 400", async () => {
    const reply = await put(presign(store.access, { key: "x".repeat(1025) }));
    expect(reply).toMatchObject({ status: 400, code: "KeyTooLongError" });
  });

  test("of 1025 bytes returns 400, even if it has fewer characters", async () => {
    const reply = await put(presign(store.access, { key: `${"é".repeat(512)}x` }));
    expect(reply).toMatchObject({ status: 400, code: "KeyTooLongError" });
  });
});

describe("a path that tries to escape", () => {
  test("with an encoded slash and no signature returns 403", async () => {
    const headers = { "content-length": 4 };
    const url = `${store.access.endpoint}/documents/..%2f..%2f..%2fescape`;
    const reply = await send(url, { method: "PUT", headers, body: "pwnd" });
    expect(reply).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  test("with an encoded slash and a valid signature is treated as a key", async () => {
    const url = presign(store.access, { path: "/documents/..%2F..%2F..%2Fescape" });
    expect((await put(url, "kept inside")).status).toBe(200);
    expect(await readText(store.access, "../../../escape")).toBe("kept inside");
  });

  test("with dots and a valid signature never reaches another key", async () => {
    const url = presign(store.access, { path: "/documents/dir/../dots" });
    expect((await put(url, "dots")).status).toBe(200);
    expect(await readText(store.access, "dots")).toBeNull();
    expect(await readText(store.access, "dir/../dots")).toBe("dots");
  });

  test.each(["/../documents/x", "/..%2Fdocuments/x", "/Documents/x", "/a/x", "/.lock/x"])(
    "through the bucket name %s returns 400",
    async (path) => {
      const reply = await put(presign(store.access, { path }));
      expect(reply).toMatchObject({ status: 400, code: "InvalidBucketName" });
    },
  );

  test.each(["/documents/%zz", "/documents/%ff", "/documents/%"])(
    "%s returns 400 InvalidURI",
    async (path) => {
      const reply = await send(`${store.access.endpoint}${path}`);
      expect(reply).toMatchObject({ status: 400, code: "InvalidURI" });
    },
  );
});
