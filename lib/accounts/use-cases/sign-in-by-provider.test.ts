import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser, inviteUser } from "./new-users";
import { signInByProvider } from "./sign-in";

const ADA = { email: "ada@example.com", name: "Ada", role: "administrator" } as const;
const EVE = { email: "eve@example.com", name: "Eve", role: "administrator" } as const;
const BROWSER = { address: null, userAgent: null };

/** Creates Ada, with or without a password, who can also sign in at the identity provider. */
async function arrange({ hasPassword }: { hasPassword: boolean }) {
  const ports = makeAccountPorts();
  const { user } = await inviteUser(ports, { ...ADA, manager: "command" });
  const signIn = (role: "administrator" | "reader") =>
    signInByProvider(ports, {
      identity: { issuer: "https://id.example.com", subject: "ada" },
      email: ADA.email,
      isEmailVerified: true,
      role,
      ...BROWSER,
    });
  await signIn("administrator");
  if (hasPassword) {
    const at = ports.clock.now();
    const author = { actor: "command" };
    const note = { at, author, action: "password-changed", subject: `user:${user.id}` } as const;
    const change = { passwordHash: "x", at, replacing: null, keeping: null, note };
    await ports.users.setPassword(user.id, change);
  }
  return { ports, signIn };
}

describe("an identity provider claim that removes the administrator role", () => {
  test("is ignored if no other administrator has a password", async () => {
    const { ports, signIn } = await arrange({ hasPassword: true });
    await inviteUser(ports, { ...EVE, manager: "command" });
    expect(await signIn("reader")).toMatchObject({
      kind: "signed-in",
      user: { role: "administrator" },
      keptLastAdministrator: true,
    });
  });

  test("applies to a user without a password if another administrator has a password", async () => {
    const { ports, signIn } = await arrange({ hasPassword: false });
    await createUser(ports, { ...EVE, password: null });
    expect(await signIn("reader")).toMatchObject({
      kind: "signed-in",
      user: { role: "reader" },
      keptLastAdministrator: false,
    });
  });
});
