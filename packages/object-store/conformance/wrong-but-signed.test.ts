import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, readText } from "./client";
import { formatDate, presign, type SigningOptions } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const MINUTE_MS = 60_000;
const MALFORMED = "AuthorizationQueryParametersError";
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const dummy = { "x-dummy": "1" };

const REFUSED: readonly (readonly [string, number, string, SigningOptions])[] = [
  ...["604801", "0", "-1", "1e3", "", "abc", "99999999999999999999"].map(
    (expires) => [`X-Amz-Expires "${expires}"`, 400, MALFORMED, { expires }] as const,
  ),
  ["one hour in the future", 403, "AccessDenied", { at: inMinutes(60) }],
  ["a different region", 400, MALFORMED, { region: "eu-west-9" }],
  ["a service other than s3", 400, MALFORMED, { service: "iam" }],
  ["a scope not ending in aws4_request", 400, MALFORMED, { terminator: "aws5_request" }],
  ["a scope from a different day", 400, MALFORMED, { day: "20130524" }],
  ["a different algorithm", 400, MALFORMED, { algorithm: "AWS4-HMAC-SHA1" }],
  ["a malformed date", 403, "AccessDenied", { date: `${formatDate(new Date()).slice(0, 8)}T99` }],
  ["an unsigned host", 403, "AccessDenied", { headers: dummy, signedHeaders: ["x-dummy"] }],
  ["no signed headers", 400, MALFORMED, { signedHeaders: [] }],
  [
    "header names out of order",
    403,
    "AccessDenied",
    { headers: dummy, signedHeaders: ["x-dummy", "host"] },
  ],
  [
    "a header name in upper case",
    403,
    "AccessDenied",
    { headers: { ...dummy, "X-Up": "1" }, signedHeaders: ["X-Up", "host"] },
  ],
  ["a parameter given twice", 400, MALFORMED, { query: [["X-Amz-Expires", "604800"]] }],
  [
    "a parameter given twice in a different case",
    400,
    MALFORMED,
    { query: [["x-amz-expires", "604800"]] },
  ],
  [
    "an aws-chunked body",
    501,
    "NotImplemented",
    {
      payloadHash: "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
      query: [["X-Amz-Content-Sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"]],
    },
  ],
];

describe("a correctly signed request is still rejected", () => {
  test.each(REFUSED)("for %s with %i %s", async (_name, status, code, options) => {
    const url = presign(store.access, { key: "crafted", ...options });
    expect(await put(url, "hello", options.headers)).toMatchObject({ status, code });
    expect(await readText(store.access, "crafted")).toBeNull();
  });

  test("for a presigned URL plus an Authorization header, with 400 InvalidArgument", async () => {
    const authorization = `AWS4-HMAC-SHA256 Credential=a/b/c/s3/aws4_request, SignedHeaders=host, Signature=${"0".repeat(64)}`;
    const reply = await put(presign(store.access, { key: "crafted" }), "hello", { authorization });
    expect(reply).toMatchObject({ status: 400, code: "InvalidArgument" });
  });

  test("for signature version 2 in the query, with 400 InvalidRequest", async () => {
    const { endpoint, accessKeyId } = store.access;
    const query = `AWSAccessKeyId=${accessKeyId}&Expires=9999999999&Signature=AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D`;
    const reply = await put(`${endpoint}/documents/crafted?${query}`);
    expect(reply).toMatchObject({ status: 400, code: "InvalidRequest" });
  });
});

describe("a correctly signed request is accepted", () => {
  test("if its URL is valid for seven days", async () => {
    const url = presign(store.access, { key: "week", expires: "604800" });
    expect((await put(url)).status).toBe(200);
  });

  test("if the client's clock is 10 minutes ahead", async () => {
    const url = presign(store.access, { key: "ahead", at: inMinutes(10) });
    expect((await put(url)).status).toBe(200);
  });
});

describe("a request for an unsupported feature returns 501", () => {
  test.each([
    ["acl", ""],
    ["tagging", ""],
    ["versionId", "1"],
    ["partNumber", "1"],
    ["x-amz-acl", "public-read"],
    ["x-amz-server-side-encryption", "AES256"],
    ["x-amz-checksum-sha1", "AAAA"],
    ["x-amz-sdk-checksum-algorithm", "CRC32C"],
  ])("if the signed query contains %s", async (name, value) => {
    const reply = await put(presign(store.access, { key: "crafted", query: [[name, value]] }));
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
    expect(await readText(store.access, "crafted")).toBeNull();
  });

  test("if an encryption header is signed", async () => {
    const headers = { "x-amz-server-side-encryption": "AES256" };
    const reply = await put(presign(store.access, { key: "crafted", headers }), "hello", headers);
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
  });

  test("if the content encoding is aws-chunked", async () => {
    const url = presign(store.access, { key: "crafted" });
    const reply = await put(url, "hello", { "content-encoding": "aws-chunked" });
    expect(reply).toMatchObject({ status: 501, code: "NotImplemented" });
  });
});
