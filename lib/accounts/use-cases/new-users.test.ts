import { describe, expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createUser, generatePassword, inviteUser } from "./new-users";
import { signIn } from "./sign-in";

const INPUT = {
  email: " Ada@Example.com ",
  name: " Ada ",
  role: "reviewer" as const,
  password: "correct horse battery",
};

describe("creating a user", () => {
  test("stores the email in lower case, and the user can sign in with the password", async () => {
    const ports = makeAccountPorts();
    const { user, password } = await createUser(ports, INPUT);
    expect(user).toMatchObject({
      email: "ada@example.com",
      name: "Ada",
      role: "reviewer",
      sessionVersion: 1,
    });
    expect(password).toBe(INPUT.password);
    const outcome = await signIn(ports, {
      email: user.email,
      password,
      address: "4 1",
      knownAs: null,
    });
    expect(outcome).toMatchObject({ kind: "signed-in", user: { id: user.id } });
  });

  test("uses the email as the name if none is given, truncated to the maximum length", async () => {
    const ports = makeAccountPorts();
    const named = async (email: string) =>
      (await createUser(ports, { ...INPUT, email, name: null })).user.name;
    expect(await named("Eve@Example.com")).toBe("eve@example.com");
    expect(await named(`${"l".repeat(101)}@example.com`)).toBe("l".repeat(100));
    await expect(named("eve\n")).rejects.toMatchObject({ errors: [{ pointer: "#/email" }] });
  });

  test("generates a password that works if none is given", async () => {
    const ports = makeAccountPorts();
    const { user, password } = await createUser(ports, {
      ...INPUT,
      role: "administrator",
      password: null,
    });
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
    const outcome = await signIn(ports, {
      email: user.email,
      password,
      address: "4 1",
      knownAs: null,
    });
    expect(outcome.kind).toBe("signed-in");
  });

  test("fails if the email is already in use, however the email is written", async () => {
    const ports = makeAccountPorts();
    await createUser(ports, INPUT);
    const second = createUser(ports, { ...INPUT, email: "ADA@EXAMPLE.COM", name: "Eve" });
    await expect(second).rejects.toMatchObject({
      code: "validation-failed",
      errors: [{ pointer: "#/email", detail: "is taken by another user" }],
    });
    expect(await ports.users.count()).toBe(1);
  });

  test.each([
    ["composed characters", "m\u00fcller@example.com"],
    ["decomposed characters", "mu\u0308ller@example.com"],
    ["a KELVIN SIGN", "\u212aim@example.com"],
    ["a domain outside ASCII", "ada@k\u00f6ln.example"],
  ])("is refused with a sentence for an email with %s", async (_, email) => {
    const ports = makeAccountPorts();
    const refusal = {
      code: "validation-failed",
      errors: [{ pointer: "#/email", detail: expect.stringContaining("ASCII") }],
    };
    await expect(createUser(ports, { ...INPUT, email })).rejects.toMatchObject(refusal);
    const invited = { email, name: null, role: "reader", manager: "command" } as const;
    await expect(inviteUser(ports, invited)).rejects.toMatchObject(refusal);
    expect(await ports.users.count()).toBe(0);
  });

  test("reports all problems together and stores nothing", async () => {
    const ports = makeAccountPorts();
    const refused = createUser(ports, {
      email: "ada",
      name: " ",
      role: "administrator",
      password: "short",
    });
    await expect(refused).rejects.toMatchObject({
      code: "validation-failed",
      errors: [
        { pointer: "#/email", detail: "must be of the form name@example.com" },
        { pointer: "#/name", detail: "must not be empty" },
        { pointer: "#/password", detail: "must have at least 12 characters" },
      ],
    });
    expect(await ports.users.count()).toBe(0);
  });
});

describe("a generated password", () => {
  test("can contain all 32 characters at every position, and none that is easily mistaken for another", () => {
    const bytes = [...Array(256).keys()];
    const all = bytes.map((byte) =>
      generatePassword({ randomness: { bytes: (size) => Buffer.alloc(size, byte) } }),
    );
    expect(new Set(all).size).toBe(32);
    expect(all.join("")).not.toMatch(/[^a-z2-9-]|[lo01]/);
  });
});
