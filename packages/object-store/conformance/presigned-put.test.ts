import { createHash } from "node:crypto";
import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, headObject, put, readText, send } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

const HELLO_ETAG = `"${createHash("md5").update("hello").digest("hex")}"`;

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const urlFor = (key: string, headers: Readonly<Record<string, string>> = {}) =>
  presign(store.access, { key, headers });
const withBadSignature = (url: string) => url.replace(/[0-9a-f]{64}$/, "0".repeat(64));

describe("a presigned PUT", () => {
  test("stores the raw body without any header and returns 200 with the MD5 as ETag", async () => {
    const reply = await put(urlFor("plain"));
    expect(reply).toMatchObject({ status: 200, headers: { etag: HELLO_ETAG } });
    expect(await readText(store.access, "plain")).toBe("hello");
  });

  test("stores an unsigned Content-Type", async () => {
    const reply = await put(urlFor("typed"), "hello", { "content-type": "application/pdf" });
    expect(reply.status).toBe(200);
    const stored = await headObject(store.access, "typed");
    expect(stored.headers["content-type"]).toBe("application/pdf");
  });

  test("gives an object without a Content-Type the default type", async () => {
    await put(urlFor("untyped"));
    const stored = await headObject(store.access, "untyped");
    expect(stored.headers["content-type"]).toBe("binary/octet-stream");
  });

  test("works with fetch and a typed Blob", async () => {
    const body = new Blob(["abc"], { type: "image/png" });
    const response = await fetch(urlFor("blob"), { method: "PUT", body });
    expect(response.status).toBe(200);
    expect((await headObject(store.access, "blob")).headers["content-type"]).toBe("image/png");
  });

  test("stores an empty body", async () => {
    expect((await put(urlFor("empty"), "")).status).toBe(200);
    expect((await headObject(store.access, "empty")).headers["content-length"]).toBe("0");
    expect((await getObject(store.access, "empty")).body).toHaveLength(0);
  });

  test("overwrites the object when it is sent again with the same URL", async () => {
    const url = urlFor("reused");
    expect((await put(url, "one")).status).toBe(200);
    expect((await put(url, "two")).status).toBe(200);
    expect(await readText(store.access, "reused")).toBe("two");
  });

  test("that is sent 16 times in parallel to one key leaves one complete body", async () => {
    const url = urlFor("parallel");
    const bodies = Array.from({ length: 16 }, (_, index) =>
      String.fromCharCode(65 + index).repeat(50_000),
    );
    const replies = await Promise.all(bodies.map((body) => put(url, body)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(bodies).toContain(await readText(store.access, "parallel"));
  });

  test("that has a chunked body and no length returns 411 and stores nothing", async () => {
    const headers = { "transfer-encoding": "chunked" };
    const reply = await send(urlFor("chunked"), { method: "PUT", headers, body: "hello" });
    expect(reply).toMatchObject({ status: 411, code: "MissingContentLength" });
    expect(await readText(store.access, "chunked")).toBeNull();
  });
});

describe("a signed header", () => {
  const signed = { "content-length": "5", "content-type": "application/pdf" };

  test("is accepted if it has the value that was signed", async () => {
    const reply = await put(urlFor("signed", signed), "hello", {
      "content-type": "application/pdf",
    });
    expect(reply.status).toBe(200);
  });

  test.each([
    ["a different type", "hello", { "content-type": "text/html" }],
    ["no type", "hello", {}],
    ["a longer body", "hello too long", { "content-type": "application/pdf" }],
    ["a shorter body", "he", { "content-type": "application/pdf" }],
  ] as const)("rejects %s with 403 and stores nothing", async (_name, body, headers) => {
    const reply = await put(urlFor("refused", signed), body, headers);
    expect(reply).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    expect(await readText(store.access, "refused")).toBeNull();
  });

  test("Content-Length, if it is the only signed header, allows a plain fetch", async () => {
    const url = urlFor("length", { "content-length": "5" });
    const response = await fetch(url, { method: "PUT", body: Buffer.from("hello") });
    expect(response.status).toBe(200);
  });

  test("Content-Length, if it is the only signed header, rejects a different length", async () => {
    const reply = await put(urlFor("length-6", { "content-length": "5" }), "hello!");
    expect(reply).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    expect(await readText(store.access, "length-6")).toBeNull();
  });
});

describe("Expect: 100-continue", () => {
  test("gets 100, then 200", async () => {
    const reply = await put(urlFor("expect"), "hello", {}, { expectsContinue: true });
    expect(reply).toMatchObject({ status: 200, wasContinued: true });
  });

  test("with a bad signature gets 403, and the body is never requested", async () => {
    const url = withBadSignature(urlFor("expect"));
    const reply = await put(url, "hello", {}, { expectsContinue: true });
    expect(reply).toMatchObject({
      status: 403,
      code: "SignatureDoesNotMatch",
      wasContinued: false,
    });
  });
});

describe("a rejection while the body is still being sent", () => {
  const body = Buffer.alloc(5_000_000, 1);

  test("can be read without a connection reset, ten times in a row", async () => {
    const url = withBadSignature(urlFor("linger"));
    for (let round = 0; round < 10; round += 1) {
      expect((await put(url, body)).status).toBe(403);
    }
  });

  test("can be read with fetch", async () => {
    const url = withBadSignature(urlFor("linger"));
    for (let round = 0; round < 3; round += 1) {
      const response = await fetch(url, { method: "PUT", body: new Blob([body]) });
      expect(response.status).toBe(403);
    }
  });

  test("does not disturb the next request on a kept-alive connection", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const refused = await put(withBadSignature(urlFor("next")), body, {}, { agent });
      expect(refused.status).toBe(403);
      expect((await put(urlFor("next"), "hello", {}, { agent })).status).toBe(200);
    } finally {
      agent.destroy();
    }
  });
});
