import { expect, test } from "vitest";
import { certificateFactsOf } from "./connection-facts";

test("a certificate tells who made it and until when it is valid", () => {
  const issuer = { C: "DE", O: "Authority" };
  expect(certificateFactsOf({ issuer, valid_to: "Jan  1 00:00:00 2027 GMT" })).toEqual({
    certificateIssuer: "C=DE, O=Authority",
    certificateExpiresAt: new Date("2027-01-01T00:00:00.000Z"),
  });
});

test.each(["Bad time value", ""])("a date that is none, %j, is not known", (text) => {
  expect(certificateFactsOf({ issuer: {}, valid_to: text }).certificateExpiresAt).toBeNull();
});

test("of no certificate nothing is known", () => {
  expect(certificateFactsOf({})).toEqual({ certificateIssuer: null, certificateExpiresAt: null });
});
