import { expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { ensureFirstUser } from "./new-users";
import { signIn } from "./sign-in";
import { deactivateUser } from "./users";

const INPUT = { email: "Admin@example.com", password: null };

test("if there are no users, creates an administrator who can sign in", async () => {
  const ports = makeAccountPorts();
  const administrator = await ensureFirstUser(ports, INPUT);
  expect(administrator).toEqual({
    email: "admin@example.com",
    password: expect.stringMatching(/^.{24}$/),
  });
  const outcome = await signIn(ports, {
    email: "",
    password: "",
    address: "4 1",
    knownAs: null,
    ...administrator,
  });
  expect(outcome).toMatchObject({ kind: "signed-in", user: { name: "Administrator" } });
});

test("uses the given password", async () => {
  const administrator = await ensureFirstUser(makeAccountPorts(), {
    ...INPUT,
    password: "correct horse battery",
  });
  expect(administrator?.password).toBe("correct horse battery");
});

test("does nothing if there is any user, even a deactivated one", async () => {
  const ports = makeAccountPorts();
  await ensureFirstUser(ports, INPUT);
  await deactivateUser(ports, INPUT, { manager: "command", isForced: true });
  const second = { email: "other@example.com", password: "correct horse battery" };
  expect(await ensureFirstUser(ports, second)).toBeNull();
  expect(await ports.users.count()).toBe(1);
});

test("creates only one administrator if two processes start concurrently", async () => {
  const ports = makeAccountPorts();
  const results = await Promise.all([ensureFirstUser(ports, INPUT), ensureFirstUser(ports, INPUT)]);
  expect(results.filter((answer) => answer !== null)).toHaveLength(1);
  expect(await ports.users.count()).toBe(1);
});

test("rejects an invalid setting and creates no user", async () => {
  const ports = makeAccountPorts();
  const refused = ensureFirstUser(ports, { email: "admin", password: "short" });
  await expect(refused).rejects.toMatchObject({
    code: "validation-failed",
    errors: [{ pointer: "#/email" }, { pointer: "#/password" }],
  });
  expect(await ports.users.count()).toBe(0);
});
