import { expect, test } from "vitest";
import { describeApiKeyChangesContract } from "./api-key-changes.contract";
import { describeApiKeyRepositoryContract } from "./api-key-repository.contract";
import { describeExternalIdentitiesContract } from "./external-identities.contract";
import { makeAccountPorts } from "./in-memory-account-ports";
import { describePasswordHasherContract } from "./password-hasher.contract";
import { describePasswordLinksContract } from "./password-links.contract";
import { describeSessionRepositoryContract } from "./session-repository.contract";
import { describeSignInThrottleContract } from "./sign-in-throttle.contract";
import { describeUserChangesContract } from "./user-changes.contract";
import { describeUserDirectoryContract } from "./user-directory.contract";
import { describeUserRepositoryContract } from "./user-repository.contract";

describeApiKeyRepositoryContract("in-memory API keys", async () => makeAccountPorts().apiKeys);

describeApiKeyChangesContract("changes to in-memory API keys", async () => {
  const { apiKeys } = makeAccountPorts();
  const noted = async () => apiKeys.notes.map(({ action, keyId }) => ({ action, keyId }));
  return { apiKeys, noted };
});

describeUserRepositoryContract("in-memory administrators", async () => makeAccountPorts().users);

describeUserChangesContract("changes to in-memory users", async () => makeAccountPorts().users);

describePasswordLinksContract("in-memory password links", async () => makeAccountPorts());

describeExternalIdentitiesContract("in-memory provider identities", async () => {
  const ports = makeAccountPorts();
  const linked = () => ports.auditNotes.filter(({ action }) => action === "identity-linked");
  return { ...ports, linkedSubjects: async () => linked().map(({ subject }) => subject) };
});

describeUserDirectoryContract("the in-memory list of users", async () => {
  const ports = makeAccountPorts();
  return { ...ports, noteSignIn: async (id, at) => ports.users.noteSignIn(id, at) };
});

describeSessionRepositoryContract("in-memory sessions", async () => {
  const { sessions, users } = makeAccountPorts();
  const auditedSubjects = async () => sessions.notes.map(({ subject }) => subject);
  return { sessions, users, auditedSubjects };
});

describePasswordHasherContract("passwords in plain text", () => makeAccountPorts().passwordHasher);

describeSignInThrottleContract("in-memory sign-in attempts", async () => {
  const { signInThrottle: throttle, clock } = makeAccountPorts();
  return { throttle, passSeconds: async (seconds) => clock.advanceSeconds(seconds) };
});

test("resetting a count more often than it was increased does not give anybody additional attempts", async () => {
  const { signInThrottle: throttle } = makeAccountPorts();
  const from = (email: string) => ({ email, address: "4 1", knownAs: null });
  await throttle.countTry(from("ada@example.com"));
  for (let n = 0; n < 3; n += 1) await throttle.forgive(from("ada@example.com"));
  for (let n = 0; n < 20; n += 1) await throttle.countTry(from(`${n}@example.com`));
  expect(await throttle.countTry(from("other@example.com"))).toBe(900);
});
