import { describe, expect, test } from "vitest";
import { type AttemptFacts, explainAttempt, FAILURE_CODES } from "./explain-attempt";

const ANSWERED: AttemptFacts = {
  url: "https://dms.example.com:8443/hook",
  webhookId: "msg_7",
  at: new Date("2026-11-20T08:00:01.234Z"),
  status: 500,
  location: null,
  code: null,
  certificateExpiresAt: null,
};

const explainStatus = (status: number, facts: Partial<AttemptFacts> = {}) =>
  explainAttempt({ ...ANSWERED, status, ...facts });
const explainCode = (code: AttemptFacts["code"], facts: Partial<AttemptFacts> = {}) =>
  explainAttempt({ ...ANSWERED, status: null, code, ...facts });

test("only status 200 counts as delivered and needs no explanation", () => {
  const others = Array.from({ length: 500 }, (_, index) => index + 100).filter((s) => s !== 200);
  expect(explainStatus(200)).toBeNull();
  expect(others.filter((status) => explainStatus(status) === null)).toEqual([]);
});

describe("a response is explained", () => {
  test.each([
    [201, "Your server answered 201, but only 200 counts as received."],
    [204, "Your server answered 204, but only 200 counts as received."],
    [299, "Your server answered 299, but only 200 counts as received."],
    [400, "Your server rejected the content of the notification."],
    [422, "Your server rejected the content of the notification."],
    [401, "Your server rejected the request as unauthorised."],
    [403, "Your server rejected the request as unauthorised."],
    [404, "There is no receiver at this path."],
    [410, "There is no receiver at this path."],
    [405, "Your server does not accept POST at this address."],
    [408, "Your server or a proxy in front of it timed out."],
    [504, "Your server or a proxy in front of it timed out."],
    [413, "Your server rejected the size or type of the body."],
    [415, "Your server rejected the size or type of the body."],
    [429, "Your server asked us to slow down."],
    [500, "Your server had an internal error or was not available."],
    [503, "Your server had an internal error or was not available."],
    [300, "Your server answered 300, but only 200 counts as received."],
    [418, "Your server answered 418, but only 200 counts as received."],
    [505, "Your server answered 505, but only 200 counts as received."],
  ])("%i: %s", (status, sentence) => {
    expect(explainStatus(status)?.sentence).toBe(sentence);
  });

  test.each([301, 302, 303, 307, 308])("with %i and the address that it redirects to", (status) => {
    expect(explainStatus(status, { location: "https://b.example/" })).toEqual({
      sentence: "Your server redirected to https://b.example/. We do not follow redirects.",
      fix: "Enter the final address as the webhook URL.",
    });
  });

  test("in one sentence if it redirects to an empty or a very long address", () => {
    expect(explainStatus(302)?.sentence).toContain("redirected to another address, which it did");
    expect(explainStatus(302, { location: "x".repeat(9000) })?.sentence.length).toBeLessThan(400);
  });

  test("with the time and the notification if it is an internal error", () => {
    expect(explainStatus(502)?.fix).toBe(
      "Check your server log at 2026-11-20T08:00:01Z for msg_7.",
    );
  });
});

describe("a failure is explained", () => {
  // biome-ignore format: one row a line.
  test.each([
    ["host-not-found", "The host name dms.example.com does not exist in DNS."],
    ["dns-no-answer", "The DNS lookup for dms.example.com got no answer."],
    ["connection-refused", "Nothing is listening on dms.example.com, port 8443."],
    ["no-network-path", "There is no network path to dms.example.com."],
    ["connect-timeout", "We could not connect, including the TLS handshake, within 5 s."],
    ["certificate-self-signed", "The certificate is self-signed."],
    ["certificate-chain-incomplete", "The certificate chain is incomplete, or its issuer is unknown."],
    ["certificate-wrong-host", "The certificate is not valid for dms.example.com."],
    ["certificate-expired", "The certificate expired on 2026-11-19."],
    ["tls-failed", "We could not establish a TLS connection. The port may expect plain HTTP."],
    ["connection-closed", "The connection was closed before a response arrived."],
    ["timeout", "No complete response arrived within 15 s."],
    ["answer-not-http", "The response is not valid HTTP, or its headers exceed 16 KiB."],
    ["address-blocked", "dms.example.com points to a private or reserved address. We only send to public ones."],
    ["port-blocked", "Port 8443 or the scheme is not allowed."],
    ["url-blocked", "The webhook URL was not allowed when we sent."],
    ["internal-fault", "An error in Stagedoor prevented this attempt."],
  ] as const)("%s: %s", (code, sentence) => {
    const certificateExpiresAt = new Date("2026-11-19T23:59:59Z");
    expect(explainCode(code, { certificateExpiresAt })?.sentence).toBe(sentence);
  });

  test("with a fix, and every placeholder is filled in", () => {
    for (const code of FAILURE_CODES) {
      const explanation = explainCode(code);
      expect(explanation?.fix).toMatch(/\.$/);
      expect(JSON.stringify({ ...explanation })).not.toMatch(/\{\w[\w-]*\}/);
    }
  });

  test("by the broken rule if the URL is not allowed", () => {
    expect(explainCode("url-blocked", { url: "https://user@example.com/" })?.sentence).toBe(
      "The webhook URL must not contain a user name or password: the signature identifies the sender.",
    );
    expect(explainCode("port-blocked", { url: "http://example.com/" })?.sentence).toBe(
      "Port 80 or the scheme is not allowed.",
    );
    expect(explainCode("connect-timeout", { url: "https://example.com/" })?.fix).toContain("443.");
  });

  test("without filling in placeholders in text from the receiver", () => {
    expect(explainStatus(302, { location: "{webhook-id}" })?.sentence).toContain("{webhook-id}");
  });
});

test("throws if there is neither a response nor a reason", () => {
  expect(() => explainCode(null)).toThrow("a response or a reason");
});
