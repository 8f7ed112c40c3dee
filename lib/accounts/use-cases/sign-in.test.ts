import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { createInMemoryPasswordHasher } from "../testing/in-memory-password-hasher";
import { createUser } from "./create-user";
import { deactivateUser } from "./deactivate-user";
import { signIn } from "./sign-in";

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

  test("a known browser still signs in", async () => {
    const { ports } = await arrangeFlood();
    const known = { ...RIGHT, knownAs: "browser-of-ada" };
    expect(await signIn(ports, known)).toMatchObject({ kind: "signed-in" });
  });

  test("a stranger is refused before anything is counted", async () => {
    const { ports, busy, counted } = await arrangeFlood();
    await expect(signIn(ports, RIGHT)).rejects.toBe(busy);
    expect(counted).toEqual([]);
  });
});

describe("the right password", () => {
  test("signs in", async () => {
    const { ports, user } = await arrange();
    expect(await signIn(ports, RIGHT)).toEqual({
      kind: "signed-in",
      user,
      secondFactorAt: null,
      secondFactor: null,
    });
  });

  test("is not asked for the email's case or the spaces around it", async () => {
    const { ports } = await arrange();
    const typed = { ...RIGHT, email: " Ada@Example.com " };
    expect(await signIn(ports, typed)).toMatchObject({ kind: "signed-in" });
  });

  test("after four wrong ones begins anew", async () => {
    const { ports } = await arrange();
    for (const tries of [4, 4]) {
      for (let n = 0; n < tries; n += 1) await signIn(ports, WRONG);
      expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "signed-in" });
    }
  });

  test("answers without the password's hash", async () => {
    const { ports } = await arrange();
    expect(JSON.stringify(await signIn(ports, RIGHT))).not.toContain(PASSWORD);
  });
});

describe("one answer and one amount of work, whatever is wrong", () => {
  test.each([
    ["a wrong password", WRONG],
    ["a password in another case", { ...RIGHT, password: PASSWORD.toUpperCase() }],
    ["no password", { ...RIGHT, password: "" }],
    ["an account that does not exist", { ...RIGHT, email: "eve@example.com" }],
    ["no email", { ...RIGHT, email: "" }],
    ["what is no email", { ...RIGHT, email: "ada\u0000@example.com" }],
  ])("%s", async (_what, input) => {
    const { ports } = await arrange();
    expect(await signIn(ports, input)).toEqual({ kind: "refused" });
    expect(ports.passwordHasher.takeVerified()).toHaveLength(1);
  });

  test("the right password of an account that is deactivated", async () => {
    const { ports } = await arrange();
    await deactivateUser(ports, RIGHT, { manager: "command", isForced: true });
    expect(await signIn(ports, RIGHT)).toEqual({ kind: "refused" });
    expect(ports.passwordHasher.takeVerified()).toEqual([{ password: PASSWORD, hash: null }]);
  });
});

describe("a try is counted before its password is looked at", () => {
  test("the sixth is refused although it is right, and costs no work", async () => {
    const { ports } = await arrange();
    for (let n = 0; n < 5; n += 1) expect(await signIn(ports, WRONG)).toEqual({ kind: "refused" });
    ports.passwordHasher.takeVerified();
    expect(await signIn(ports, RIGHT)).toEqual({ kind: "throttled", retryAfterSeconds: 900 });
    expect(ports.passwordHasher.takeVerified()).toEqual([]);
    ports.clock.advanceSeconds(900);
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "signed-in" });
  });

  test("spelled in other ways, an account is the same account", async () => {
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

  test("a browser that the account knows is let in while strangers are refused", async () => {
    const { ports } = await arrange();
    for (let n = 0; n < 6; n += 1) await signIn(ports, WRONG);
    const known = { ...RIGHT, knownAs: "browser-of-ada" };
    expect(await signIn(ports, known)).toMatchObject({ kind: "signed-in" });
    expect(await signIn(ports, RIGHT)).toMatchObject({ kind: "throttled" });
  });

  test("when tries cannot be counted nobody is let in", async () => {
    const { ports } = await arrange();
    const outage = new DomainError("database-unavailable", "switched off");
    const signInThrottle = { ...ports.signInThrottle, countTry: () => Promise.reject(outage) };
    await expect(signIn({ ...ports, signInThrottle }, RIGHT)).rejects.toBe(outage);
    expect(ports.passwordHasher.takeVerified()).toEqual([]);
  });
});
