import { expect, onTestFinished, test } from "vitest";
import { createArgon2Hasher } from "@/lib/adapters/passwords/argon2-hasher";
import { createUserRepository } from "@/lib/adapters/postgres/accounts/user-repository";
import { createDatabase } from "@/lib/adapters/postgres/core/database";
import { databaseBefore } from "@/testing/database-before.fixture";

const PASSWORD = "the doorman knows us all";

/** Creates a database of the last version without roles, with users created by that version. */
async function arrange() {
  const { url, client, upgrade } = await databaseBefore("20261125000000_people");
  const hasher = createArgon2Hasher();
  const passwordHash = await hasher.hash(PASSWORD);
  const addUser = (email: string, deactivatedAt: Date | null = null) =>
    client.query(
      `INSERT INTO app_user (id, email, name, password_hash, created_at, password_changed_at, deactivated_at)
       VALUES ($1, $2, 'Ann', $3, now(), now(), $4)`,
      [crypto.randomUUID(), email, passwordHash, deactivatedAt],
    );
  const database = createDatabase(url, { onIdleError: () => undefined });
  onTestFinished(() => database.close());
  return { client, upgrade, addUser, hasher, users: createUserRepository(database) };
}

test("users of the previous version are administrators and sign in with their password", async () => {
  const { upgrade, addUser, hasher, users } = await arrange();
  await addUser("ann@example.com");
  await addUser("gone@example.com", new Date());
  await upgrade();
  expect((await users.list()).map(({ role }) => role)).toEqual(["administrator", "administrator"]);
  const ann = await users.findForSignIn("ann@example.com");
  expect(await hasher.verify(PASSWORD, ann?.passwordHash ?? null)).toBe(true);
  expect(await users.countActive()).toBe(1);
});

test("a user created by an older version that is still running is an administrator", async () => {
  const { upgrade, addUser, users } = await arrange();
  await upgrade();
  await addUser("ben@example.com");
  expect(await users.findForSignIn("ben@example.com")).toMatchObject({ role: "administrator" });
});

test("the database rejects an unknown role", async () => {
  const { client, upgrade, addUser } = await arrange();
  await addUser("ann@example.com");
  await upgrade();
  await expect(client.query("UPDATE app_user SET role = 'owner'")).rejects.toThrow("app_user_role");
});
