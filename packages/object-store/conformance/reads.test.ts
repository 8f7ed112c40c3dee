import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, headObject, put, send, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

const ETAG = `"${createHash("md5").update("hello").digest("hex")}"`;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await storeObject(store.access, "hello");
  await storeObject(store.access, "empty", "");
});
afterAll(() => store.stop());

describe("HEAD and GET", () => {
  test("return size, ETag and time", async () => {
    const { status, headers } = await headObject(store.access, "hello");
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-length": "5", etag: ETAG, "accept-ranges": "bytes" });
    expect(Math.abs(Date.now() - Date.parse(String(headers["last-modified"])))).toBeLessThan(
      60_000,
    );
  });

  test("for a missing key return 404", async () => {
    expect(await headObject(store.access, "missing")).toMatchObject({ status: 404, text: "" });
    expect(await getObject(store.access, "missing")).toMatchObject({
      status: 404,
      code: "NoSuchKey",
    });
  });

  test("for an unknown bucket return 404", async () => {
    const url = presign(store.access, { method: "GET", path: "/no-such-bucket/x" });
    expect(await send(url)).toMatchObject({ status: 404, code: "NoSuchBucket" });
  });

  test("with an expired URL return 403", async () => {
    const at = new Date(Date.now() - 7_200_000);
    const reply = await send(presign(store.access, { method: "GET", key: "hello", at }));
    expect(reply).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  test("never let a browser run a stored page or interpret it as a different type", async () => {
    await storeObject(store.access, "page", "<script>1</script>", { "content-type": "text/html" });
    const { headers } = await getObject(store.access, "page");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
  });
});

describe("a range", () => {
  test.each([
    ["bytes=1-3", "ell", "bytes 1-3/5"],
    ["bytes=-2", "lo", "bytes 3-4/5"],
    ["bytes=3-", "lo", "bytes 3-4/5"],
    ["bytes=0-999", "hello", "bytes 0-4/5"],
    ["bytes=-999", "hello", "bytes 0-4/5"],
  ])("%s returns 206 with exactly its bytes", async (range, text, contentRange) => {
    const reply = await getObject(store.access, "hello", { range });
    expect(reply).toMatchObject({ status: 206, text });
    expect(reply.headers).toMatchObject({
      "content-range": contentRange,
      "content-length": String(text.length),
    });
  });

  test.each([
    ["hello", "bytes=99-100", "bytes */5"],
    ["hello", "bytes=-0", "bytes */5"],
    ["empty", "bytes=0-", "bytes */0"],
  ])("of %s beyond the end of the object (%s) returns 416", async (key, range, contentRange) => {
    const reply = await getObject(store.access, key, { range });
    expect(reply).toMatchObject({ status: 416, code: "InvalidRange" });
    expect(reply.headers["content-range"]).toBe(contentRange);
  });

  test.each(["bytes=x", "lines=1-2", "bytes=3-1", "bytes=-"])(
    "%s is malformed and ignored",
    async (range) => {
      expect(await getObject(store.access, "hello", { range })).toMatchObject({
        status: 200,
        text: "hello",
      });
    },
  );

  test("with an If-Range for a different version returns the whole object", async () => {
    const headers = { range: "bytes=1-3", "if-range": '"other"' };
    expect((await getObject(store.access, "hello", headers)).text).toBe("hello");
    expect((await getObject(store.access, "hello", { ...headers, "if-range": ETAG })).text).toBe(
      "ell",
    );
  });
});

describe("a condition", () => {
  const past = "Fri, 24 May 2013 00:00:00 GMT";
  const future = "Fri, 24 May 2093 00:00:00 GMT";

  test.each([
    ["if-match", ETAG, 200],
    ["if-match", "*", 200],
    ["if-match", `"deadbeef", ${ETAG}`, 200],
    ["if-match", '"deadbeef"', 412],
    ["if-none-match", ETAG, 304],
    ["if-none-match", '"deadbeef"', 200],
    ["if-modified-since", past, 200],
    ["if-modified-since", future, 304],
    ["if-modified-since", "nonsense", 200],
    ["if-unmodified-since", past, 412],
    ["if-unmodified-since", future, 200],
  ])("%s: %s returns %i", async (name, value, status) => {
    const reply = await getObject(store.access, "hello", { [name]: value });
    expect(reply.status).toBe(status);
    expect(reply.text === "hello").toBe(status === 200);
  });
});

describe("a parameter that overrides a response header", () => {
  const disposition = `attachment; filename="x y.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`;
  const urlWith = (name: string, value: string) =>
    presign(store.access, { method: "GET", key: "hello", query: [[name, value]] });

  test.each([
    ["content-disposition", disposition],
    ["content-type", "application/octet-stream"],
    ["content-encoding", "identity"],
    ["content-language", "fr"],
    ["cache-control", "no-store"],
    ["expires", "Fri, 24 May 2013 00:00:00 GMT"],
  ])("of %s is applied", async (name, value) => {
    const reply = await send(urlWith(`response-${name}`, value));
    expect(reply).toMatchObject({ status: 200, text: "hello" });
    expect(reply.headers[name]).toBe(value);
  });

  test("returns 403 if it is changed after signing", async () => {
    const url = urlWith("response-content-disposition", "attachment").replace(
      "=attachment",
      "=inline",
    );
    expect(await send(url)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
  });

  test("returns 400 if it contains a line break, and adds no header", async () => {
    const reply = await send(urlWith("response-content-disposition", "x\r\nset-cookie: a=b"));
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
    expect(reply.headers["set-cookie"]).toBeUndefined();
  });
});

describe("metadata in the signed query", () => {
  test("is stored and returned", async () => {
    await put(presign(store.access, { key: "noted", query: [["x-amz-meta-note", "a note"]] }));
    expect((await getObject(store.access, "noted")).headers["x-amz-meta-note"]).toBe("a note");
  });

  test.each([
    ["x-amz-meta-name", "日本\r\nx: y"],
    ["x-amz-meta-na\r\nme", "x"],
  ])("returns 400 if it cannot be a response header (%j: %j)", async (name, value) => {
    const reply = await put(presign(store.access, { key: "injected", query: [[name, value]] }));
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
    expect((await getObject(store.access, "injected")).status).toBe(404);
  });

  test("returns 501 if it is a content header", async () => {
    const query = [["content-type", "text/plain\r\nx-evil: 1"]] as const;
    const reply = await put(presign(store.access, { key: "injected", query }));
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
  });

  test("a non-ASCII header value that would be stored returns 400", async () => {
    const reply = await put(presign(store.access, { key: "injected" }), "x", {
      "content-type": "b\u00fc",
    });
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
  });
});

test("a GET while the object is being overwritten always returns one complete body", async () => {
  const bodies = ["a", "b", "c"].map((letter) => letter.repeat(60_000));
  await storeObject(store.access, "busy", bodies[0]);
  let isWriting = true;
  const write = async () => {
    for (let round = 0; round < 60; round += 1) {
      await storeObject(store.access, "busy", bodies[round % bodies.length]);
    }
    isWriting = false;
  };
  const read = async () => {
    while (isWriting) {
      const reply = await getObject(store.access, "busy");
      expect(reply.status).toBe(200);
      expect(bodies).toContain(reply.text);
    }
  };
  await Promise.all([write(), ...Array.from({ length: 6 }, read)]);
});
