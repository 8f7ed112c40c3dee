import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getObject, headObject, readText, sendSigned, storeObject } from "./client";
import { encodeKey } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const copy = (from: string, key: string, headers: Readonly<Record<string, string>> = {}) =>
  sendSigned(store.access, { key, headers: { "x-amz-copy-source": from, ...headers } });

describe("a copy", () => {
  beforeAll(() =>
    sendSigned(store.access, {
      key: "source",
      body: "hello",
      headers: {
        "content-type": "application/pdf",
        "content-disposition": "attachment",
        "x-amz-meta-note": "a note",
      },
    }),
  );

  test("with a matching ETag condition has the same bytes and ETag", async () => {
    const { etag } = (await headObject(store.access, "source")).headers;
    const reply = await copy("documents/source", "copied", {
      "x-amz-copy-source-if-match": String(etag),
    });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("<CopyObjectResult>");
    expect((await getObject(store.access, "copied")).headers.etag).toBe(etag);
    expect(await readText(store.access, "copied")).toBe("hello");
  });

  test("keeps the content type and disposition", async () => {
    await copy("/documents/source", "typed");
    const { headers } = await headObject(store.access, "typed");
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment",
    });
  });

  test("with replaced metadata has its own metadata and none of the metadata of its source", async () => {
    await copy("/documents/source", "retyped", {
      "x-amz-metadata-directive": "REPLACE",
      "content-type": "text/plain",
      "x-amz-meta-other": "another note",
    });
    const { headers, text } = await getObject(store.access, "retyped");
    expect(text).toBe("hello");
    expect(headers).toMatchObject({
      "content-type": "text/plain",
      "x-amz-meta-other": "another note",
    });
    expect(headers).not.toHaveProperty("content-disposition");
    expect(headers).not.toHaveProperty("x-amz-meta-note");
  });

  test("is kept when its source is deleted, and the source is kept when the copy is deleted", async () => {
    await storeObject(store.access, "short-lived", "bytes");
    await copy("documents/short-lived", "heir");
    await sendSigned(store.access, { method: "DELETE", key: "short-lived" });
    expect(await readText(store.access, "heir")).toBe("bytes");
    await copy("documents/heir", "grandchild");
    await storeObject(store.access, "grandchild", "overwritten");
    expect(await readText(store.access, "heir")).toBe("bytes");
  });

  test("onto itself keeps the bytes of the object", async () => {
    await storeObject(store.access, "self", "bytes");
    const replacing = { "x-amz-metadata-directive": "REPLACE" };
    expect((await copy("documents/self", "self", replacing)).status).toBe(200);
    expect(await readText(store.access, "self")).toBe("bytes");
  });

  test("finds a source key with spaces, plus signs and umlauts", async () => {
    await storeObject(store.access, "a+b Ü.pdf", "special");
    await copy(`documents/${encodeKey("a+b Ü.pdf")}`, "from-special");
    expect(await readText(store.access, "from-special")).toBe("special");
  });
});

describe("a copy is rejected", () => {
  beforeAll(() => storeObject(store.access, "source"));

  const nothing = "00000000000000000000000000000000";
  test.each([
    [
      "a condition on a different ETag",
      "documents/source",
      { "x-amz-copy-source-if-match": `"${nothing}"` },
      412,
      "PreconditionFailed",
    ],
    [
      "If-None-Match *",
      "documents/source",
      { "x-amz-copy-source-if-none-match": "*" },
      412,
      "PreconditionFailed",
    ],
    ["a missing source", "documents/missing", {}, 404, "NoSuchKey"],
    ["a missing source bucket", "elsewhere/source", {}, 404, "NoSuchBucket"],
    ["a source that is not a key", "documents", {}, 400, "InvalidArgument"],
    ["a missing source version", "documents/source?versionId=1", {}, 404, "NoSuchVersion"],
    ["an empty source version", "documents/source?versionId=", {}, 400, "InvalidArgument"],
    ["an unknown source parameter", "documents/source?part=1", {}, 400, "InvalidArgument"],
    [
      "an unknown metadata directive",
      "documents/source",
      { "x-amz-metadata-directive": "MERGE" },
      400,
      "InvalidArgument",
    ],
    [
      "its own tags",
      "documents/source",
      { "x-amz-tagging-directive": "REPLACE" },
      501,
      "NotImplemented",
    ],
  ] as const)("with %s", async (_name, from, headers, status, code) => {
    expect(await copy(from, "refused", headers)).toMatchObject({ status, code });
    expect(await readText(store.access, "refused")).toBeNull();
  });

  test("with If-None-Match on an existing key", async () => {
    await storeObject(store.access, "taken", "first");
    const reply = await copy("documents/source", "taken", { "if-none-match": "*" });
    expect(reply).toMatchObject({ status: 412, code: "PreconditionFailed" });
    expect(await readText(store.access, "taken")).toBe("first");
  });
});

describe("a deletion", () => {
  test("without a version id removes the object if the bucket does not keep versions", async () => {
    const access = { ...store.access, bucket: "unversioned" };
    await sendSigned(access, { path: "/unversioned" });
    await storeObject(access, "gone");
    const reply = await sendSigned(access, { method: "DELETE", key: "gone" });
    expect(reply).toMatchObject({ status: 204, text: "" });
    expect(reply.headers).not.toHaveProperty("x-amz-delete-marker");
    expect(await readText(access, "gone")).toBeNull();
  });

  test("of a missing key returns 204", async () => {
    expect((await sendSigned(store.access, { method: "DELETE", key: "never" })).status).toBe(204);
  });

  test("with a non-matching ETag condition returns 412", async () => {
    await storeObject(store.access, "guarded");
    const headers = { "if-match": '"other"' };
    const reply = await sendSigned(store.access, { method: "DELETE", key: "guarded", headers });
    expect(reply.status).toBe(412);
    expect(await readText(store.access, "guarded")).toBe("hello");
  });
});

describe("a bucket", () => {
  test("can be created once, is rejected with 409 if it is created again, and is found by HEAD", async () => {
    const create = () => sendSigned(store.access, { path: "/new-bucket" });
    const head = () => sendSigned(store.access, { method: "HEAD", path: "/new-bucket" });
    expect((await head()).status).toBe(404);
    expect((await create()).status).toBe(200);
    expect(await create()).toMatchObject({ status: 409, code: "BucketAlreadyOwnedByYou" });
    expect((await head()).status).toBe(200);
  });
});

describe("an unsupported operation returns 501", () => {
  test.each([
    ["GET", "/", ""],
    ["POST", "/documents", "delete"],
    ["POST", "/documents/x", "uploads"],
    ["GET", "/documents", "uploads"],
    ["PUT", "/documents", "cors"],
    ["PUT", "/documents", "lifecycle"],
    ["PUT", "/documents", "notification"],
    ["PUT", "/documents", "policy"],
    ["PUT", "/documents", "tagging"],
    ["GET", "/documents/source", "uploadId"],
  ] as const)("%s %s?%s", async (method, path, parameter) => {
    const query = parameter === "" ? [] : ([[parameter, ""]] as const);
    const reply = await sendSigned(store.access, { method, path, query, body: "" });
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
  });

  test("but a method unknown to S3 returns 405", async () => {
    const reply = await sendSigned(store.access, { method: "PATCH", key: "x" });
    expect(reply).toMatchObject({ status: 405, code: "MethodNotAllowed" });
  });
});
