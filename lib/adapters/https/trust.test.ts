import { rootCertificates } from "node:tls";
import { expect, test } from "vitest";
import { createTestAuthority } from "./testing/certificates.fixture";
import { trusting, withPublicAuthorities } from "./trust";

test("an operator's authority is trusted in addition to the public ones", async () => {
  const { certificate } = await createTestAuthority();
  expect(rootCertificates.length).toBeGreaterThan(50);
  expect(withPublicAuthorities([certificate])).toEqual([...rootCertificates, certificate]);
});

test("without extra authorities, Node's own trust store is used unchanged", () => {
  expect(withPublicAuthorities([])).toBeNull();
});

test("the secure context is created once", () => {
  const secureContext = trusting(null);
  expect(secureContext()).toBe(secureContext());
});
