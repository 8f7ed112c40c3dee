import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import cases from "@/docs/notifications/signature-vectors.json" with { type: "json" };
import { whyNotVerified } from "./answer-request";
import { OTHER_SECRET, oneChange, SECRET, signNotification } from "./notification.fixture";

const nowSeconds = () => Date.now() / 1_000;

const verdict = (
  notification: { headers: Record<string, string>; body: string },
  secrets: readonly string[] = [SECRET],
) => whyNotVerified(notification.headers, Buffer.from(notification.body), secrets, nowSeconds());

describe("the vectors in the documentation", () => {
  test.each(cases)("$name verifies: $verifies", ({ verifies, secret, headers, body, ...at }) => {
    const why = whyNotVerified(
      headers as Record<string, string>,
      Buffer.from(body),
      [secret],
      at.nowSeconds,
    );
    expect(why === null).toBe(verifies);
  });

  test("include the published vectors unchanged, and more than half of all vectors do not verify", () => {
    expect(cases[0]).toMatchObject({
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      headers: { "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" },
    });
    expect(cases[1]).toMatchObject({
      secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
      headers: { "webhook-signature": "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=" },
    });
    const failing = cases.filter(({ verifies }) => !verifies).length;
    expect(failing).toBeGreaterThan(cases.length / 2);
  });
});

describe("an independent library", () => {
  test("creates signatures that we verify", () => {
    const at = new Date();
    const body = oneChange();
    const signature = new Webhook(SECRET).sign("msg_1", at, body);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": signature,
    };
    expect(verdict({ headers, body })).toBeNull();
    expect(verdict({ headers, body: `${body} ` })).not.toBeNull();
    expect(verdict({ headers, body }, [OTHER_SECRET])).not.toBeNull();
  });

  test("verifies the signatures that these tests create", () => {
    const { headers, body } = signNotification();
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(OTHER_SECRET).verify(body, headers)).toThrow();
  });
});

describe("during a rotation, a notification", () => {
  test("is verified with any of several secrets, in any order", () => {
    const signed = signNotification({ secret: OTHER_SECRET });
    expect(verdict(signed, [SECRET, OTHER_SECRET])).toBeNull();
    expect(verdict(signed, [OTHER_SECRET, SECRET])).toBeNull();
    expect(verdict(signed, [SECRET])).toMatch(
      /^no signature matches the secret and the body \(after a rotation: .*webhook-secret -- show.*PUT/,
    );
  });

  test("cannot be verified while there is no secret", () => {
    expect(verdict(signNotification(), [])).toBe("no secret is configured");
  });
});

test.each([
  ["webhook-id", "the webhook-id header is missing"],
  ["webhook-timestamp", "the webhook-timestamp header is missing"],
  ["webhook-signature", "the webhook-signature header is missing"],
])("a notification without %s is reported with the reason", (name, sentence) => {
  const signed = signNotification();
  expect(verdict({ ...signed, headers: { ...signed.headers, [name]: "" } })).toBe(sentence);
});

test("a notification is reported if it is too old or too far in the future", () => {
  const at = (offsetSeconds: number) =>
    verdict(signNotification({ timestamp: String(Math.floor(nowSeconds()) + offsetSeconds) }));
  expect(at(-310)).toBe("webhook-timestamp is more than 5 minutes old");
  expect(at(310)).toBe("webhook-timestamp is more than 5 minutes in the future");
  expect(at(-290)).toBeNull();
  expect(at(290)).toBeNull();
});
