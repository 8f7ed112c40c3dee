import { expect, test } from "vitest";
import { makeAccountPorts } from "../testing/in-memory-account-ports";
import { deactivateUser } from "./deactivate-user";
import { ensureFirstUser } from "./ensure-first-user";
import { signIn } from "./sign-in";

const INPUT = { email: "Admin@example.com", password: null };

test("where nobody is, an administrator is made who can sign in", async () => {
  const ports = makeAccountPorts();
  const made = await ensureFirstUser(ports, INPUT);
  expect(made).toEqual({ email: "admin@example.com", password: expect.stringMatching(/^.{24}$/) });
  const outcome = await signIn(ports, {
    email: "",
    password: "",
    address: "4 1",
    knownAs: null,
    ...made,
  });
  expect(outcome).toMatchObject({ kind: "signed-in", user: { name: "Administrator" } });
});

test("the password that is given is the one", async () => {
  const made = await ensureFirstUser(makeAccountPorts(), {
    ...INPUT,
    password: "correct horse battery",
  });
  expect(made?.password).toBe("correct horse battery");
});

test("where anybody is, even deactivated, nothing happens", async () => {
  const ports = makeAccountPorts();
  await ensureFirstUser(ports, INPUT);
  await deactivateUser(ports, INPUT, { manager: "command", isForced: true });
  const second = { email: "other@example.com", password: "correct horse battery" };
  expect(await ensureFirstUser(ports, second)).toBeNull();
  expect(await ports.users.count()).toBe(1);
});

test("of two that start at once, one makes the administrator", async () => {
  const ports = makeAccountPorts();
  const made = await Promise.all([ensureFirstUser(ports, INPUT), ensureFirstUser(ports, INPUT)]);
  expect(made.filter((answer) => answer !== null)).toHaveLength(1);
  expect(await ports.users.count()).toBe(1);
});

test("a setting that cannot be is refused, and nobody is made", async () => {
  const ports = makeAccountPorts();
  const refused = ensureFirstUser(ports, { email: "admin", password: "short" });
  await expect(refused).rejects.toMatchObject({
    code: "validation-failed",
    errors: [{ pointer: "#/email" }, { pointer: "#/password" }],
  });
  expect(await ports.users.count()).toBe(0);
});
