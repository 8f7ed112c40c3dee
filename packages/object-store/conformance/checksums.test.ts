import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, put, readText, send } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const digest = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest("base64");
const crc = (text: string) =>
  Buffer.from(crc32(text).toString(16).padStart(8, "0"), "hex").toString("base64");

const CHECKSUMS = [
  ["x-amz-checksum-sha256", digest("sha256", "hello"), digest("sha256", "other")],
  ["x-amz-checksum-crc32", crc("hello"), crc("other")],
] as const;

describe.each(CHECKSUMS)("%s", (name, right, wrong) => {
  test("with the correct value in the signed query returns 200", async () => {
    expect((await put(presign(store.access, { key: "q", query: [[name, right]] }))).status).toBe(
      200,
    );
  });

  test("with a wrong value in the signed query returns 400 and stores nothing", async () => {
    const key = `${name}-query`;
    const reply = await put(presign(store.access, { key, query: [[name, wrong]] }));
    expect(reply).toMatchObject({ status: 400, code: "BadDigest" });
    expect(await readText(store.access, key)).toBeNull();
  });

  test("with the correct value in a signed header returns 200", async () => {
    const headers = { [name]: right };
    expect((await put(presign(store.access, { key: "h", headers }), "hello", headers)).status).toBe(
      200,
    );
  });

  test("with a wrong value in a signed header returns 400 and stores nothing", async () => {
    const key = `${name}-header`;
    const headers = { [name]: wrong };
    const reply = await put(presign(store.access, { key, headers }), "hello", headers);
    expect(reply).toMatchObject({ status: 400, code: "BadDigest" });
    expect(await readText(store.access, key)).toBeNull();
  });

  test("as a signed header that is not sent returns 403", async () => {
    const reply = await put(presign(store.access, { key: "x", headers: { [name]: right } }));
    expect(reply).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  test("with different values in header and query returns 400", async () => {
    const headers = { [name]: right };
    const url = presign(store.access, { key: "x", headers, query: [[name, wrong]] });
    expect(await put(url, "hello", headers)).toMatchObject({
      status: 400,
      code: "InvalidArgument",
    });
  });
});

describe("Content-MD5", () => {
  test("with the correct value returns 200", async () => {
    const headers = { "content-md5": digest("md5", "hello") };
    expect((await put(presign(store.access, { key: "md5" }), "hello", headers)).status).toBe(200);
  });

  test("of a different body returns 400 and stores nothing", async () => {
    const headers = { "content-md5": digest("md5", "other") };
    const reply = await put(presign(store.access, { key: "md5-wrong" }), "hello", headers);
    expect(reply).toMatchObject({ status: 400, code: "BadDigest" });
    expect(await readText(store.access, "md5-wrong")).toBeNull();
  });

  test("with a wrong value keeps the existing object", async () => {
    await put(presign(store.access, { key: "md5-old" }), "old");
    const headers = { "content-md5": digest("md5", "other") };
    await put(presign(store.access, { key: "md5-old" }), "hello", headers);
    expect(await readText(store.access, "md5-old")).toBe("old");
  });
});

test("checksum mode returns the SHA-256 for a whole object, but not for a part of it", async () => {
  await put(presign(store.access, { key: "read" }));
  const headers = { "x-amz-checksum-mode": "ENABLED" };
  const url = presign(store.access, { method: "HEAD", key: "read", headers });
  const whole = await send(url, { method: "HEAD", headers });
  expect(whole.headers["x-amz-checksum-sha256"]).toBe(digest("sha256", "hello"));
  const getUrl = presign(store.access, { method: "GET", key: "read", headers });
  const part = await send(getUrl, { headers: { ...headers, range: "bytes=0-1" } });
  expect(part.status).toBe(206);
  expect(part.headers["x-amz-checksum-sha256"]).toBeUndefined();
  expect((await getObject(store.access, "read")).headers["x-amz-checksum-sha256"]).toBeUndefined();
});

describe("a write-once PUT", () => {
  const once = { "if-none-match": "*" };
  const onceUrl = (key: string) => presign(store.access, { key, headers: once });

  test("with If-None-Match * returns 200 the first time, then 412", async () => {
    expect((await put(onceUrl("once"), "one", once)).status).toBe(200);
    const second = await put(onceUrl("once"), "two", once);
    expect(second).toMatchObject({ status: 412, code: "PreconditionFailed" });
    expect(await readText(store.access, "once")).toBe("one");
  });

  test("is rejected before the body is sent if the object exists", async () => {
    await put(onceUrl("early"), "one", once);
    const reply = await put(onceUrl("early"), "two", once, { expectsContinue: true });
    expect(reply).toMatchObject({ status: 412, wasContinued: false });
  });

  test("with a signed header that is not sent returns 403", async () => {
    const reply = await put(onceUrl("left-out"), "one");
    expect(reply).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    expect(await readText(store.access, "left-out")).toBeNull();
  });

  test("lets exactly one of 20 parallel writes succeed", async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => `body ${index}`);
    const replies = await Promise.all(bodies.map((body) => put(onceUrl("race"), body, once)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const winner = bodies[replies.findIndex(({ status }) => status === 200)];
    expect(await readText(store.access, "race")).toBe(winner);
    expect((await store.filesOnDisk()).tmp).toEqual([]);
  });

  test("with an ETag in If-None-Match returns 501", async () => {
    const reply = await put(presign(store.access, { key: "x" }), "x", { "if-none-match": '"a"' });
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
  });
});

describe("If-Match on a write", () => {
  test("replaces the object only if it is the named version", async () => {
    const first = await put(presign(store.access, { key: "version" }), "one");
    const etag = { "if-match": String(first.headers.etag) };
    expect((await put(presign(store.access, { key: "version" }), "two", etag)).status).toBe(200);
    const late = await put(presign(store.access, { key: "version" }), "three", etag);
    expect(late).toMatchObject({ status: 412, code: "PreconditionFailed" });
    expect(await readText(store.access, "version")).toBe("two");
  });

  test("on a missing key returns 412", async () => {
    const reply = await put(presign(store.access, { key: "no-version" }), "x", { "if-match": "*" });
    expect(reply).toMatchObject({ status: 412, code: "PreconditionFailed" });
  });
});
