import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { createTestAuthority } from "./testing/certificates.fixture";
import { trusting, withPublicAuthorities } from "./trust";

test("an authority of an operator is trusted beside the public ones, not instead of them", async () => {
  const { certificate } = await createTestAuthority();
  expect(rootCertificates.length).toBeGreaterThan(50);
  expect(withPublicAuthorities([certificate])).toEqual([...rootCertificates, certificate]);
});

test("without one, Node's own trust is left alone", () => {
  expect(withPublicAuthorities([])).toBeNull();
});

test("what all connections trust is made once", () => {
  const secureContext = trusting(null);
  expect(secureContext()).toBe(secureContext());
});
