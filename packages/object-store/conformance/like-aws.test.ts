import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, headObject, put, readText, send, sendSigned, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await storeObject(store.access, "hello");
  await storeObject(store.access, "empty", "");
});
afterAll(() => store.stop());

const copy = (from: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
  sendSigned(store.access, { key, headers: { "x-amz-copy-source": from, ...headers } });

const part = (number: string, headers = {}, key = "hello") =>
  send(presign(store.access, { method: "GET", key, query: [["partNumber", number]] }), { headers });

describe("the same codes as AWS for uploads", () => {
  test.each([
    ["empty", ""],
    ["no base64", "invalid_md5"],
    ["of a different length", "aGVsbCBzLGRham5mamFuc2Y="],
  ])(
    "a Content-MD5 that is %s is an invalid digest and is rejected before the body is sent",
    async (_, md5) => {
      const reply = await put(
        presign(store.access, { key: "digest" }),
        "hello",
        { "content-md5": md5 },
        { expectsContinue: true },
      );
      expect(reply).toMatchObject({ status: 400, code: "InvalidDigest", wasContinued: false });
    },
  );

  test("a Content-MD5 that belongs to a different body is a bad digest", async () => {
    const md5 = createHash("md5").update("other").digest("base64");
    const reply = await put(presign(store.access, { key: "digest" }), "hello", {
      "content-md5": md5,
    });
    expect(reply).toMatchObject({ status: 400, code: "BadDigest" });
  });

  test.each([
    ["x-amz-checksum-sha256", "invalid"],
    ["x-amz-checksum-crc32", "aGVsbG8gd29ybGQ="],
  ])("%s with an impossible value is an invalid request", async (name, value) => {
    const reply = await sendSigned(store.access, {
      key: "sum",
      body: "hello",
      headers: { [name]: value },
    });
    expect(reply).toMatchObject({ status: 400, code: "InvalidRequest" });
  });

  test.each([
    [2048, 200],
    [2049, 400],
  ])("user metadata of %i bytes returns %i", async (bytes, status) => {
    const headers = { "x-amz-meta-note": "a".repeat(bytes - "note".length) };
    const reply = await sendSigned(store.access, { key: "described", body: "hello", headers });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.code).toBe("MetadataTooLarge");
  });

  test("a header that is sent several times becomes one value, separated by commas", async () => {
    const headers = { "x-amz-meta-note": "one,two" };
    const unsignedHeaders = { "x-amz-meta-note": ["one", "two"] as unknown as string };
    const reply = await sendSigned(store.access, {
      key: "twice",
      body: "hello",
      headers,
      unsignedHeaders,
    });
    expect(reply.status).toBe(200);
    expect((await headObject(store.access, "twice")).headers["x-amz-meta-note"]).toBe("one,two");
  });
});

describe("the same codes as AWS for copies", () => {
  test("a copy onto itself is rejected if it changes nothing, and accepted with new metadata", async () => {
    expect(await copy("documents/hello", "hello")).toMatchObject({
      status: 400,
      code: "InvalidRequest",
    });
    const headers = { "x-amz-metadata-directive": "REPLACE", "content-type": "text/plain" };
    expect((await copy("documents/hello", "hello", headers)).status).toBe(200);
    expect(await readText(store.access, "hello")).toBe("hello");
  });

  test("an older version may be copied over the newest one", async () => {
    const first = await put(presign(store.access, { key: "versions" }), "one");
    await storeObject(store.access, "versions", "two");
    const source = `documents/versions?versionId=${first.headers["x-amz-version-id"]}`;
    expect((await copy(source, "versions")).status).toBe(200);
    expect(await readText(store.access, "versions")).toBe("one");
  });

  const PAST = "Mon, 01 Jan 2001 00:00:00 GMT";
  const FUTURE = "Fri, 01 Jan 2100 00:00:00 GMT";
  test.each([
    ["modified since long ago", { "x-amz-copy-source-if-modified-since": PAST }, 200],
    ["modified since a future time", { "x-amz-copy-source-if-modified-since": FUTURE }, 412],
    ["not modified since long ago", { "x-amz-copy-source-if-unmodified-since": PAST }, 412],
    ["not modified since a future time", { "x-amz-copy-source-if-unmodified-since": FUTURE }, 200],
    [
      "the right ETag, whatever the date",
      { "x-amz-copy-source-if-match": "*", "x-amz-copy-source-if-unmodified-since": PAST },
      200,
    ],
    [
      "a different ETag, whatever the date",
      { "x-amz-copy-source-if-none-match": "*", "x-amz-copy-source-if-modified-since": PAST },
      412,
    ],
  ])("a copy with the condition %s, %o, returns %i", async (_, headers, status) => {
    expect((await copy("documents/hello", "on-condition", headers)).status).toBe(status);
  });

  test("a badly encoded source is an invalid argument", async () => {
    expect(await copy("documents/%zz", "x")).toMatchObject({
      status: 400,
      code: "InvalidArgument",
    });
  });
});

describe("the same codes as AWS for reads", () => {
  test.each(["bytes=,", "bytes=0-0,1-2"])(
    "the range %s returns the whole object",
    async (range) => {
      expect(await getObject(store.access, "hello", { range })).toMatchObject({
        status: 200,
        text: "hello",
      });
    },
  );

  test("part 1 of an object is the whole object", async () => {
    const reply = await part("1");
    expect(reply).toMatchObject({ status: 206, text: "hello" });
    expect(reply.headers["content-range"]).toBe("bytes 0-4/5");
    const empty = await part("1", {}, "empty");
    expect(empty).toMatchObject({ status: 206, text: "" });
    expect(empty.headers).not.toHaveProperty("content-range");
  });

  test.each([
    ["2", {}, 416, "InvalidPartNumber"],
    ["0", {}, 400, "InvalidArgument"],
    ["-3", {}, 400, "InvalidArgument"],
    ["one", {}, 400, "InvalidArgument"],
    ["1", { range: "bytes=0-1" }, 400, "InvalidRequest"],
  ])("part %s with %o returns %i %s", async (number, headers, status, code) => {
    expect(await part(number, headers)).toMatchObject({ status, code });
  });

  test("a checksum is marked as covering the whole object", async () => {
    const { headers } = await sendSigned(store.access, {
      method: "HEAD",
      key: "hello",
      headers: { "x-amz-checksum-mode": "ENABLED" },
    });
    expect(headers["x-amz-checksum-type"]).toBe("FULL_OBJECT");
  });

  test("HeadBucket returns the region", async () => {
    const { headers } = await sendSigned(store.access, { method: "HEAD", path: "/documents" });
    expect(headers["x-amz-bucket-region"]).toBe("us-east-1");
  });
});

describe("the same codes as AWS for signatures", () => {
  const authorized = (authorization: string) =>
    send(`${store.access.endpoint}/documents/hello`, { headers: { authorization } });

  test.each([
    ["a word", "invalid", "InvalidArgument"],
    ["a different type", "AWS2-HMAC-SHA1 Credential=a/b/c/s3/aws4_request", "InvalidArgument"],
    ["Signature Version 2", "AWS key:signature", "InvalidRequest"],
    [
      "Signature Version 4 with a part missing",
      "AWS4-HMAC-SHA256 Credential=a",
      "AuthorizationHeaderMalformed",
    ],
  ])("%s in Authorization returns 400", async (_, authorization, code) => {
    expect(await authorized(authorization)).toMatchObject({ status: 400, code });
  });

  test("a URL signed with Signature Version 2 is rejected as unsupported", async () => {
    const url = `${store.access.endpoint}/documents/hello?AWSAccessKeyId=a&Expires=2000000000&Signature=b`;
    expect(await send(url)).toMatchObject({ status: 400, code: "InvalidRequest" });
  });

  test("a security token is rejected, because there are no temporary keys", async () => {
    const query = [["X-Amz-Security-Token", "token"]] as const;
    const reply = await send(presign(store.access, { method: "GET", key: "hello", query }));
    expect(reply).toMatchObject({ status: 400, code: "InvalidToken" });
  });

  test("a missing or malformed date returns 403", async () => {
    const dated = (date: string) =>
      sendSigned(store.access, {
        method: "GET",
        key: "hello",
        unsignedHeaders: { "x-amz-date": date },
      });
    expect(await dated("")).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(await dated("03032006")).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  test("a malformed content hash returns 400, even before the signature is checked", async () => {
    const unsignedHeaders = { "x-amz-content-sha256": "invalid" };
    const reply = await sendSigned(store.access, { method: "GET", key: "hello", unsignedHeaders });
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
  });
});
