import { expect, test } from "vitest";
import { certificateFactsOf } from "./connection-facts";

test("the facts about a certificate are its issuer and expiry", () => {
  const issuer = { C: "DE", O: "Authority" };
  expect(certificateFactsOf({ issuer, valid_to: "Jan  1 00:00:00 2027 GMT" })).toEqual({
    certificateIssuer: "C=DE, O=Authority",
    certificateExpiresAt: new Date("2027-01-01T00:00:00.000Z"),
  });
});

test.each(["Bad time value", ""])("an invalid date %j is returned as null", (text) => {
  expect(certificateFactsOf({ issuer: {}, valid_to: text }).certificateExpiresAt).toBeNull();
});

test("all facts about a missing certificate are null", () => {
  expect(certificateFactsOf({})).toEqual({ certificateIssuer: null, certificateExpiresAt: null });
});
