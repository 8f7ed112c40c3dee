import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, type Reply, readText, send, storeObject } from "./client";
import { presign } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await storeObject(store.access, "kept");
});
afterAll(async () => {
  await store.stop();
});

const HOUR_MS = 3_600_000;
const fresh = () => presign(store.access, { key: "tampered" });
const expired = () =>
  presign(store.access, { key: "tampered", at: new Date(Date.now() - 2 * HOUR_MS) });
const keptUrl = (method: string) => presign(store.access, { method, key: "kept" });

/** Changes one query parameter after signing; null removes it. */
function edit(url: string, name: string, value: string | null): string {
  const edited = new URL(url);
  if (value === null) {
    edited.searchParams.delete(name);
  } else {
    edited.searchParams.set(name, value);
  }
  return edited.toString();
}

function flipFirstDigit(url: string): string {
  return url.replace(/Signature=(.)/, (_, digit) => `Signature=${digit === "0" ? "1" : "0"}`);
}

const REFUSED: readonly (readonly [string, number, string, () => Promise<Reply>])[] = [
  ["a URL signed 2 h ago for 15 minutes", 403, "AccessDenied", () => put(expired())],
  [
    "an increased X-Amz-Expires",
    403,
    "SignatureDoesNotMatch",
    () => put(edit(expired(), "X-Amz-Expires", "86400")),
  ],
  [
    "a signature with one digit changed",
    403,
    "SignatureDoesNotMatch",
    () => put(flipFirstDigit(fresh())),
  ],
  [
    "a removed signature",
    400,
    "AuthorizationQueryParametersError",
    () => put(edit(fresh(), "X-Amz-Signature", null)),
  ],
  [
    "a signature that is not hexadecimal",
    403,
    "SignatureDoesNotMatch",
    () => put(edit(fresh(), "X-Amz-Signature", "zz")),
  ],
  [
    "an empty signature",
    400,
    "AuthorizationQueryParametersError",
    () => put(edit(fresh(), "X-Amz-Signature", "")),
  ],
  [
    "a different key",
    403,
    "SignatureDoesNotMatch",
    () => put(fresh().replace("/tampered?", "/other?")),
  ],
  [
    "a different bucket",
    403,
    "SignatureDoesNotMatch",
    () => put(fresh().replace("/documents/", "/documentsx/")),
  ],
  ["a GET with a PUT URL", 403, "SignatureDoesNotMatch", () => send(keptUrl("PUT"))],
  [
    "a DELETE with a PUT URL",
    403,
    "SignatureDoesNotMatch",
    () => send(keptUrl("PUT"), { method: "DELETE" }),
  ],
  ["a PUT with a GET URL", 403, "SignatureDoesNotMatch", () => put(keptUrl("GET"), "overwritten")],
  [
    "an added query parameter",
    403,
    "SignatureDoesNotMatch",
    () => put(edit(fresh(), "x-amz-acl", "public-read")),
  ],
  ["an added sub-resource", 403, "SignatureDoesNotMatch", () => put(edit(fresh(), "acl", ""))],
  [
    "a signed parameter given twice",
    400,
    "AuthorizationQueryParametersError",
    () => put(`${fresh()}&X-Amz-Expires=604800`),
  ],
  [
    "a Host header with a different name",
    403,
    "SignatureDoesNotMatch",
    () => put(fresh(), "hello", { host: "internal.example:3000" }),
  ],
  [
    "a POST that asks for an upload id",
    403,
    "SignatureDoesNotMatch",
    () => send(edit(fresh(), "uploads", ""), { method: "POST" }),
  ],
];

const UNSIGNED_HEADERS = [
  ["x-amz-acl", "public-read"],
  ["x-amz-meta-evil", "1"],
  ["x-amz-copy-source", "/documents/kept"],
  ["x-amz-tagging", "a=b"],
  ["x-amz-storage-class", "GLACIER"],
  ["x-amz-website-redirect-location", "http://evil.example/"],
] as const;

describe("the holder of a signed URL is rejected", () => {
  test.each(REFUSED)("for %s with %i %s", async (_name, status, code, attempt) => {
    expect(await attempt()).toMatchObject({ status, code });
    await expectNothingChanged();
  });

  test("for a HEAD with a PUT URL, with 403 and no body", async () => {
    const reply = await send(keptUrl("PUT"), { method: "HEAD" });
    expect(reply).toMatchObject({ status: 403, text: "" });
  });

  test.each(UNSIGNED_HEADERS)("for the unsigned header %s", async (name, value) => {
    const reply = await put(fresh(), "", { [name]: value });
    expect(reply).toMatchObject({ status: 403, code: "AccessDenied" });
    await expectNothingChanged();
  });

  test("for a URL one second after its expiry, but not one second before its expiry", async () => {
    const url = presign(store.access, { key: "timed", expires: "60" });
    try {
      store.setClockOffset(58_000);
      expect((await put(url)).status).toBe(200);
      store.setClockOffset(61_000);
      expect(await put(url)).toMatchObject({ status: 403, code: "AccessDenied" });
    } finally {
      store.setClockOffset(0);
    }
  });
});

describe("a request without a signature", () => {
  test.each([
    ["PUT", "/documents/anonymous"],
    ["GET", "/documents/kept"],
    ["HEAD", "/documents/kept"],
    ["GET", "/documents?list-type=2"],
    ["DELETE", "/documents/kept"],
    ["GET", "/"],
    ["POST", "/documents"],
  ])("%s %s returns 403 and changes nothing", async (method, path) => {
    const body = method === "PUT" || method === "POST" ? "x" : "";
    const headers = { "content-length": body.length };
    const reply = await send(`${store.access.endpoint}${path}`, { method, body, headers });
    expect(reply.status).toBe(403);
    expect(reply.code).toBe(method === "HEAD" ? undefined : "AccessDenied");
    await expectNothingChanged();
  });

  test("an error response contains the code, the message and the request id in XML", async () => {
    const reply = await send(`${store.access.endpoint}/documents/kept`);
    expect(reply.headers["content-type"]).toBe("application/xml");
    expect(reply.text).toMatch(/<Error><Code>.+<Message>.+<RequestId>.+<\/Error>$/);
    expect(reply.text).toContain(String(reply.headers["x-amz-request-id"]));
  });
});

async function expectNothingChanged(): Promise<void> {
  expect(await readText(store.access, "kept")).toBe("hello");
  for (const key of ["tampered", "other", "anonymous"]) {
    expect(await readText(store.access, key)).toBeNull();
  }
}
