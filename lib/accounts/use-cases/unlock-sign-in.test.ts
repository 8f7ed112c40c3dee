import { expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser } from "./new-users";
import { signIn, unlockSignIn } from "./sign-in";

const PASSWORD = "correct horse battery";
const RIGHT = { email: "ada@example.com", password: PASSWORD, address: "4 1", knownAs: null };

async function arrangeLocked() {
  const ports = makeAccountPorts();
  await createUser(ports, {
    email: RIGHT.email,
    name: "Ada",
    role: "administrator",
    password: PASSWORD,
  });
  for (let n = 0; n < 6; n += 1) await signIn(ports, { ...RIGHT, password: "wrong" });
  expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "throttled" });
  return ports;
}

test.each([{ email: " ADA@example.com" }, { address: "4 1" }, { everything: true } as const])(
  "unlocking %j lets the user sign in again",
  async (lifted) => {
    const ports = await arrangeLocked();
    expect(await unlockSignIn(ports, lifted)).toBe(1);
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "signed-in" });
  },
);

test("an unknown email is rejected, and nothing is unlocked", async () => {
  const ports = await arrangeLocked();
  await expect(unlockSignIn(ports, { email: "eve@example.com" })).rejects.toMatchObject({
    code: "validation-failed",
    errors: [{ pointer: "#/email", detail: "does not belong to a user" }],
  });
  expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "throttled" });
});
