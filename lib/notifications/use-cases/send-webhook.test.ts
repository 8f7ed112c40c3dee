import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signatureHeader } from "./send-webhook";

/** From the test vectors of the Standard Webhooks libraries. */
const PUBLISHED = [
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    expected: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
    timestampSeconds: 1_649_367_553,
    body: '{"email":"test@example.com","username":"test_user"}',
    expected: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
  },
];

const OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const ID = "msg_0193f1c2-0000-7000-8000-000000000001";
const BODY = Buffer.from('[{"uuid":"Größe"}]');

/** Returns headers with the current time, because the independent library rejects any that are older than 5 minutes. */
function headersOfNow(secrets: readonly string[]) {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  return {
    "webhook-id": ID,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatureHeader(secrets, ID, timestampSeconds, BODY),
  };
}

describe("a signature", () => {
  test.each(PUBLISHED)("equals the published signature $expected", (vector) => {
    const { secret, id, timestampSeconds, body, expected } = vector;
    expect(signatureHeader([secret], id, timestampSeconds, Buffer.from(body))).toBe(expected);
  });

  test("verifies with an independent library", () => {
    expect(new Webhook(NEW).verify(BODY, headersOfNow([NEW]))).toEqual([{ uuid: "Größe" }]);
  });

  test("does not verify with a different secret, or for a body with one more space", () => {
    expect(() => new Webhook(OTHER).verify(BODY, headersOfNow([NEW]))).toThrow();
    const changed = Buffer.concat([BODY, Buffer.from(" ")]);
    expect(() => new Webhook(NEW).verify(changed, headersOfNow([NEW]))).toThrow();
  });

  test("verifies with either secret after a rotation, and the newest secret comes first", () => {
    const headers = headersOfNow([NEW, OLD]);
    for (const secret of [NEW, OLD]) {
      expect(new Webhook(secret).verify(BODY, headers)).toEqual([{ uuid: "Größe" }]);
    }
    const [first] = headersOfNow([NEW, OLD])["webhook-signature"].split(" ");
    expect(first).toBe(headersOfNow([NEW])["webhook-signature"]);
  });
});

test.each([
  [[], ID, "must not be sent without a signature"],
  [["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], ID, "whsec_ followed by base64"],
  [["whsec_"], ID, "whsec_ followed by base64"],
  [[NEW], "msg_1.2", "consist of letters, digits"],
] as const)("signing with %j and the id %s is rejected: %s", (secrets, id, sentence) => {
  expect(() => signatureHeader(secrets, id, 1, BODY)).toThrow(sentence);
});
