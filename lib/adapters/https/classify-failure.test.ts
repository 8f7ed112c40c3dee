import { describe, expect, test } from "vitest";
import { FAILURE_CODES } from "@/lib/notifications/rules/explain-attempt";
import { AttemptError, classifyFailure } from "./classify-failure";

const errorWith = (code: string, message = "it went wrong") =>
  Object.assign(new Error(message), { code });
const codeOf = (error: unknown, stage: Parameters<typeof classifyFailure>[1] = "connecting") =>
  classifyFailure(error, stage)?.code ?? null;

/**
 * Failures that a test cannot cause on this machine, such as broken routes, broken name servers and the kernel's own
 * timeouts.
 */
describe("failures that only a real network causes", () => {
  test.each([
    ["EAI_AGAIN", "dns-no-answer"],
    ["EAI_FAIL", "dns-no-answer"],
    ["EHOSTUNREACH", "no-network-path"],
    ["ENETUNREACH", "no-network-path"],
    ["EADDRNOTAVAIL", "no-network-path"],
    ["EPERM", "no-network-path"],
    ["ETIMEDOUT", "connect-timeout"],
  ])("%s while connecting is classified as %s", (code, failureCode) => {
    expect(codeOf(errorWith(code))).toBe(failureCode);
  });

  test.each([
    ["ETIMEDOUT", "connection-closed"],
    ["EPIPE", "connection-closed"],
  ])("%s on an open connection is classified as %s", (code, failureCode) => {
    expect(codeOf(errorWith(code), "connected")).toBe(failureCode);
  });

  test.each(["CERT_NOT_YET_VALID", "CERT_REVOKED", "ERR_SSL_NO_PROTOCOLS_AVAILABLE", "EPROTO"])(
    "%s during the handshake is classified as tls-failed",
    (code) => {
      expect(codeOf(errorWith(code), "handshake")).toBe("tls-failed");
    },
  );
});

describe("a host with several addresses", () => {
  test.each([
    [["ENETUNREACH", "ECONNREFUSED"], "connection-refused"],
    [["ECONNREFUSED", "ENETUNREACH"], "connection-refused"],
    [["ENETUNREACH", "EHOSTUNREACH"], "no-network-path"],
    [["ETIMEDOUT", "ETIMEDOUT"], "connect-timeout"],
  ])("whose errors are %j fails with %s", (codes, failureCode) => {
    const errors = codes.map((code) => errorWith(code));
    expect(codeOf(new AggregateError(errors))).toBe(failureCode);
  });
});

test.each(FAILURE_CODES)("a failure that we reported as %s ourselves keeps that code", (code) => {
  expect(classifyFailure(new AttemptError(code, "so it is"), "connected")).toEqual({
    code,
    detail: "so it is",
  });
});

test.each(["EMFILE", "ENFILE", "ENOMEM", "UND_ERR_DESTROYED", "UND_ERR_CLOSED"])(
  "%s is treated as a temporary lack of resources, so no failure is returned",
  (code) => {
    expect(classifyFailure(errorWith(code), "connected")).toBeNull();
  },
);

test.each([
  ["UND_ERR_INVALID_ARG", errorWith("UND_ERR_INVALID_ARG")],
  ["ERR_INVALID_ARG_TYPE", errorWith("ERR_INVALID_ARG_TYPE")],
  ["a mistake in the program", new TypeError("undefined is not a function")],
])("%s is treated as our own fault and reported as internal-fault", (_name, error) => {
  expect(codeOf(error, "connected")).toBe("internal-fault");
});

test.each([
  ["ERR_ASSERTION", errorWith("ERR_ASSERTION")],
  ["UND_ERR_INVALID_RETURN_VALUE", errorWith("UND_ERR_INVALID_RETURN_VALUE")],
  ["a RangeError", new RangeError("Invalid array length")],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", errorWith("UND_ERR_RES_CONTENT_LENGTH_MISMATCH")],
])("%s while reading the response is the receiver's fault", (_name, error) => {
  expect(codeOf(error, "answering")).toBe("answer-not-http");
});

test.each([
  ["connected", "tls-failed"],
  ["answering", "connection-closed"],
] as const)('a TLS error in the stage "%s" is classified as %s', (stage, failureCode) => {
  expect(codeOf(errorWith("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"), stage)).toBe(failureCode);
});

test("the detail is a single line of at most 500 characters that starts with the error code", () => {
  const detail = classifyFailure(errorWith("EPIPE", ` a\n\tb ${"c".repeat(9000)}`), "connected");
  expect(detail?.detail).toMatch(/^EPIPE: a b c+$/);
  expect(detail?.detail).toHaveLength(500);
});
