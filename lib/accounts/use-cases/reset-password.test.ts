import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser } from "./new-users";
import { resetPassword } from "./passwords";
import { signIn } from "./sign-in";
import { deactivateUser } from "./users";

const OLD = "correct horse battery";
const NEW = "another horse battery";
const EMAIL = "ada@example.com";

async function arrange() {
  const ports = makeAccountPorts();
  await createUser(ports, { email: EMAIL, name: "Ada", role: "administrator", password: OLD });
  const trySignIn = async (password: string) =>
    (await signIn(ports, { email: EMAIL, password, address: "4 1", knownAs: null })).kind;
  return { ports, trySignIn };
}

describe("a password reset by an operator", () => {
  test("replaces the old password and ends every session", async () => {
    const { ports, trySignIn } = await arrange();
    const answer = await resetPassword(ports, { email: " ADA@example.com", password: NEW });
    expect(answer).toMatchObject({ password: NEW, user: { email: EMAIL, sessionVersion: 2 } });
    expect([await trySignIn(OLD), await trySignIn(NEW)]).toEqual(["refused", "signed-in"]);
  });

  test("generates a password if none is given", async () => {
    const { ports, trySignIn } = await arrange();
    const { password } = await resetPassword(ports, { email: EMAIL, password: null });
    expect(await trySignIn(password)).toBe("signed-in");
  });

  test("lets a deactivated user sign in again", async () => {
    const { ports, trySignIn } = await arrange();
    await deactivateUser(ports, { email: EMAIL }, { manager: "command", isForced: true });
    expect(await trySignIn(OLD)).toBe("refused");
    await resetPassword(ports, { email: EMAIL, password: NEW });
    expect(await trySignIn(NEW)).toBe("signed-in");
  });

  test.each([
    [{ email: "eve@example.com", password: NEW }, "#/email", "does not belong to a user"],
    [
      { email: "eve\u0000@example.com", password: NEW },
      "#/email",
      "must not contain spaces or invisible characters",
    ],
    [{ email: EMAIL, password: "short" }, "#/password", "must have at least 12 characters"],
  ])("rejects %j and changes nothing", async (input, pointer, detail) => {
    const { ports, trySignIn } = await arrange();
    await expect(resetPassword(ports, input)).rejects.toMatchObject({
      code: "validation-failed",
      errors: [{ pointer, detail }],
    });
    expect(await trySignIn(OLD)).toBe("signed-in");
  });
});
