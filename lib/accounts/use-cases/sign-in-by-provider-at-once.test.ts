import { expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { inviteUser } from "./new-users";
import { type ProviderSignIn, signInByProvider } from "./sign-in";

const EMAIL = "ada@example.com";
const SIGN_IN: ProviderSignIn = {
  identity: { issuer: "https://id.example.com", subject: "ada" },
  email: EMAIL,
  isEmailVerified: true,
  role: "reader",
  address: null,
  userAgent: null,
};

async function arrange() {
  const ports = makeAccountPorts();
  await inviteUser(ports, { email: EMAIL, name: null, role: "reader", manager: "command" });
  return ports;
}

test("two concurrent first sign-ins with the same identity both succeed", async () => {
  const ports = await arrange();
  const outcomes = await Promise.all([1, 2].map(() => signInByProvider(ports, SIGN_IN)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["signed-in", "signed-in"]);
  const linked = ports.auditNotes.filter(({ action }) => action === "identity-linked");
  expect(linked).toHaveLength(1);
});

test("only one of two concurrent sign-ins by identities with the same email succeeds", async () => {
  const ports = await arrange();
  const other = { ...SIGN_IN, identity: { ...SIGN_IN.identity, subject: "another ada" } };
  const outcomes = await Promise.all(
    [SIGN_IN, other].map((input) => signInByProvider(ports, input)),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(["signed-in", "not-invited"]);
});
