import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createInMemoryPasswordHasher } from "../testing/in-memory-password-hasher";
import { createUser } from "./new-users";
import { signIn } from "./sign-in";
import { deactivateUser } from "./users";

const PASSWORD = "correct horse battery";
const RIGHT = {
  email: "ada@example.com",
  password: PASSWORD,
  address: "4 1",
  knownAs: null,
};
const WRONG = { ...RIGHT, password: "wrong horse battery" };

async function arrange() {
  const passwordHasher = createInMemoryPasswordHasher();
  const ports = { ...makeAccountPorts(), passwordHasher };
  const { user } = await createUser(ports, {
    email: RIGHT.email,
    name: "Ada",
    role: "administrator",
    password: PASSWORD,
  });
  return { ports, user };
}

describe("while the strangers' queue is full", () => {
  async function arrangeFlood() {
    const { ports } = await arrange();
    const busy = new DomainError("rate-limited", "busy", { retryAfterSeconds: 5 });
    const inTurn = <T>(who: string, work: () => Promise<T>) =>
      who === "stranger" ? Promise.reject(busy) : work();
    const counted: string[] = [];
    const countTry = async ({ email }: { email: string }) => {
      counted.push(email);
      return null;
    };
    const passwordHasher = { ...ports.passwordHasher, inTurn };
    const signInThrottle = { ...ports.signInThrottle, countTry };
    return { ports: { ...ports, passwordHasher, signInThrottle }, busy, counted };
  }

  test("a known browser can still sign in", async () => {
    const { ports } = await arrangeFlood();
    const known = { ...RIGHT, knownAs: "browser-of-ada" };
    expect(await signIn(ports, known)).toMatchObject({ kind: "signed-in" });
  });

  test("a stranger is rejected before the attempt is counted", async () => {
    const { ports, busy, counted } = await arrangeFlood();
    await expect(signIn(ports, RIGHT)).rejects.toBe(busy);
    expect(counted).toEqual([]);
  });
});

describe("the correct password", () => {
  test("signs in", async () => {
    const { ports, user } = await arrange();
    expect(await signIn(ports, RIGHT)).toEqual({
      kind: "signed-in",
      user,
      secondFactorAt: null,
      secondFactor: null,
    });
  });

  test("signs in regardless of case and surrounding spaces in the email", async () => {
    const { ports } = await arrange();
    const typed = { ...RIGHT, email: " Ada@Example.com " };
    expect(await signIn(ports, typed)).toMatchObject({ kind: "signed-in" });
  });

  test("resets the count after four wrong passwords", async () => {
    const { ports } = await arrange();
    for (const tries of [4, 4]) {
      for (let n = 0; n < tries; n += 1) await signIn(ports, WRONG);
      expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "signed-in" });
    }
  });

  test("returns the user without the password hash", async () => {
    const { ports } = await arrange();
    expect(JSON.stringify(await signIn(ports, RIGHT))).not.toContain(PASSWORD);
  });
});

describe("every failure has the same result and takes the same amount of work", () => {
  test.each([
    ["a wrong password", WRONG],
    ["a password in a different case", { ...RIGHT, password: PASSWORD.toUpperCase() }],
    ["no password", { ...RIGHT, password: "" }],
    ["an account that does not exist", { ...RIGHT, email: "eve@example.com" }],
    ["no email", { ...RIGHT, email: "" }],
    ["text that is not an email", { ...RIGHT, email: "ada\u0000@example.com" }],
  ])("%s", async (_what, input) => {
    const { ports } = await arrange();
    expect(await signIn(ports, input)).toEqual({ kind: "refused" });
    expect(ports.passwordHasher.takeVerified()).toHaveLength(1);
  });

  test("the correct password of a deactivated account", async () => {
    const { ports } = await arrange();
    await deactivateUser(ports, RIGHT, { manager: "command", isForced: true });
    expect(await signIn(ports, RIGHT)).toEqual({ kind: "refused" });
    expect(ports.passwordHasher.takeVerified()).toEqual([{ password: PASSWORD, hash: null }]);
  });
});

describe("attempts are counted before the password is checked", () => {
  test("the sixth attempt is rejected without any work, even if the password is correct", async () => {
    const { ports } = await arrange();
    for (let n = 0; n < 5; n += 1) expect(await signIn(ports, WRONG)).toEqual({ kind: "refused" });
    ports.passwordHasher.takeVerified();
    expect(await signIn(ports, RIGHT)).toEqual({ kind: "throttled", retryAfterSeconds: 900 });
    expect(ports.passwordHasher.takeVerified()).toEqual([]);
    ports.clock.advanceSeconds(900);
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "signed-in" });
  });

  test("attempts with different spellings of an email count towards the same account", async () => {
    const { ports } = await arrange();
    for (const email of [
      "ADA@example.com",
      " ada@example.com",
      "Ada@Example.Com",
      "ada@EXAMPLE.com",
      "ada@example.com\t",
    ]) {
      await signIn(ports, { ...WRONG, email });
    }
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "throttled" });
  });

  test("accounts that do not exist are throttled in the same way", async () => {
    const { ports } = await arrange();
    const nobody = { ...WRONG, email: "eve@example.com" };
    for (let n = 0; n < 5; n += 1) await signIn(ports, nobody);
    expect(await signIn(ports, nobody)).toEqual({ kind: "throttled", retryAfterSeconds: 900 });
  });

  test("a browser known to the account can sign in while strangers are rejected", async () => {
    const { ports } = await arrange();
    for (let n = 0; n < 6; n += 1) await signIn(ports, WRONG);
    const known = { ...RIGHT, knownAs: "browser-of-ada" };
    expect(await signIn(ports, known)).toMatchObject({ kind: "signed-in" });
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "throttled" });
  });

  test("nobody can sign in while attempts cannot be counted", async () => {
    const { ports } = await arrange();
    const outage = new DomainError("database-unavailable", "switched off");
    const signInThrottle = { ...ports.signInThrottle, countTry: () => Promise.reject(outage) };
    await expect(signIn({ ...ports, signInThrottle }, RIGHT)).rejects.toBe(outage);
    expect(ports.passwordHasher.takeVerified()).toEqual([]);
  });
});
