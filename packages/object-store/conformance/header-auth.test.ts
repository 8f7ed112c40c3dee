import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readText, type SignedSendOptions, sendSigned } from "./client";
import { sha256Hex } from "./signer";
import { startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const MINUTE_MS = 60_000;
const upload = (options: SignedSendOptions) =>
  sendSigned(store.access, { body: "hello", key: "crafted", ...options });

const REFUSED: readonly (readonly [string, number, string, SignedSendOptions])[] = [
  [
    "a body that differs from the signed one",
    400,
    "XAmzContentSHA256Mismatch",
    { payloadHash: sha256Hex("other") },
  ],
  ["no x-amz-content-sha256", 400, "InvalidRequest", { dropped: "x-amz-content-sha256" }],
  ["no x-amz-date", 403, "AccessDenied", { dropped: "x-amz-date" }],
  ["a malformed content hash", 400, "InvalidArgument", { payloadHash: "nonsense" }],
  [
    "a date 20 minutes old",
    403,
    "RequestTimeTooSkewed",
    { at: new Date(Date.now() - 20 * MINUTE_MS) },
  ],
  [
    "a date 20 minutes ahead",
    403,
    "RequestTimeTooSkewed",
    { at: new Date(Date.now() + 20 * MINUTE_MS) },
  ],
  [
    "an unsigned x-amz-meta header",
    403,
    "AccessDenied",
    { unsignedHeaders: { "x-amz-meta-evil": "1" } },
  ],
  [
    "a changed signed header",
    403,
    "SignatureDoesNotMatch",
    { headers: { "x-amz-meta-a": "1" }, unsignedHeaders: { "x-amz-meta-a": "2" } },
  ],
  ["a different region", 400, "AuthorizationHeaderMalformed", { region: "eu-west-9" }],
  [
    "a malformed Authorization",
    400,
    "AuthorizationHeaderMalformed",
    { unsignedHeaders: { authorization: "AWS4-HMAC-SHA256 nonsense" } },
  ],
  [
    "signature version 2",
    400,
    "InvalidRequest",
    { unsignedHeaders: { authorization: "AWS test-key:AAAAAAAAAAAAAAAAAAAAAAAAAAA=" } },
  ],
  [
    "an aws-chunked body",
    501,
    "NotImplemented",
    { payloadHash: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" },
  ],
];

describe("a request signed in the Authorization header", () => {
  test("is accepted", async () => {
    expect((await upload({ key: "right" })).status).toBe(200);
    expect(await readText(store.access, "right")).toBe("hello");
  });

  test("is accepted with an unsigned payload", async () => {
    const reply = await upload({ key: "unsigned", payloadHash: "UNSIGNED-PAYLOAD" });
    expect(reply.status).toBe(200);
  });

  test("is accepted with repeated spaces in a signed value", async () => {
    await upload({ key: "spaces" });
    const headers = { "x-amz-meta-note": "  a   b " };
    const reply = await sendSigned(store.access, { method: "HEAD", key: "spaces", headers });
    expect(reply.status).toBe(200);
  });

  test.each(REFUSED)("is rejected for %s with %i %s", async (_name, status, code, options) => {
    expect(await upload(options)).toMatchObject({ status, code });
    expect(await readText(store.access, "crafted")).toBeNull();
  });

  test("stores the metadata that was signed with it", async () => {
    await upload({ key: "noted", headers: { "x-amz-meta-note": "a note" } });
    const reply = await sendSigned(store.access, { method: "HEAD", key: "noted" });
    expect(reply.headers["x-amz-meta-note"]).toBe("a note");
  });
});
