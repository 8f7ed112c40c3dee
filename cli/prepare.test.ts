import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser } from "@/lib/accounts/use-cases/new-users";
import { resetPassword } from "@/lib/accounts/use-cases/passwords";
import { prepareParts } from "./testing/parts.fixture";
import { runCli } from "./testing/run-cli";

const parts = prepareParts();
let dataDir: string;
const file = () => join(dataDir, "first-admin-password");
const keptPassword = async () => (await readFile(file(), "utf8")).trim();

beforeEach(async () => {
  await parts().container.database.pool.query("truncate app_user, api_key, asset cascade");
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-prepare-"));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** Prepares the database as a start of Stagedoor does, and returns what the launcher would receive. */
async function prepare(environment: Readonly<Record<string, string>> = {}) {
  const settings = { ...parts().settings, STAGEDOOR_DATA_DIR: dataDir, ...environment };
  const { code, output, errors } = await runCli("cli/prepare.ts", [], settings);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return { output, answer: JSON.parse(output) };
}

async function opensWith(email: string, password: string): Promise<boolean> {
  const { users, passwordHasher } = parts().container.ports;
  const found = await users.findForSignIn(email);
  return await passwordHasher.verify(password, found?.passwordHash ?? null);
}

test("active users whose emails are spellings of the same email are named at each start", async () => {
  const { pool } = parts().container.database;
  const add = (email: string) =>
    pool.query(
      `INSERT INTO app_user (id, email, name, created_at, password_changed_at)
       VALUES (gen_random_uuid(), $1, 'Ann', now(), now())`,
      [email],
    );
  const emails = ["m\u00fcller@example.com", "mu\u0308ller@example.com"];
  for (const email of emails) await add(email);
  expect((await prepare()).answer.sharedEmails).toEqual([emails]);
  expect((await prepare()).answer.sharedEmails).toEqual([emails]);
  await pool.query("UPDATE app_user SET deactivated_at = now() WHERE email = $1", emails.slice(1));
  expect((await prepare()).answer.sharedEmails).toEqual([]);
});

describe("the first administrator", () => {
  test("is created if there is no user, with a password file that only its owner can read", async () => {
    const { answer } = await prepare();
    const { email, password } = answer.firstAdministrator;
    expect(email).toBe("admin@stagedoor.local");
    expect(await opensWith(email, password)).toBe(true);
    expect(await keptPassword()).toBe(password);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test("is reported once, and no later start changes the password", async () => {
    const { answer } = await prepare();
    const { email, password } = answer.firstAdministrator;
    const later = await prepare({ STAGEDOOR_ADMIN_PASSWORD: "another horse battery" });
    expect(later.answer.firstAdministrator).toBeNull();
    expect(await opensWith(email, password)).toBe(true);
    expect(await keptPassword()).toBe(password);
  });

  test("no longer has a file with the first password once the password has been changed", async () => {
    const { answer } = await prepare();
    const { email } = answer.firstAdministrator;
    await resetPassword(parts().container.ports, { email, password: "another horse battery" });
    await prepare();
    expect(existsSync(file()), "it opens nothing").toBe(false);
  });

  test("keeps the password file if another administrator is created and gets a new password", async () => {
    const { answer } = await prepare();
    const { ports } = parts().container;
    const email = "bob@example.com";
    await createUser(ports, { email, name: "Bob", role: "administrator", password: null });
    await resetPassword(ports, { email, password: null });
    await prepare();
    expect(await keptPassword()).toBe(answer.firstAdministrator.password);
  });

  test("must have an ASCII email, but an older setting is ignored once there are users", async () => {
    const STAGEDOOR_ADMIN_EMAIL = "admin@köln.example";
    const settings = { ...parts().settings, STAGEDOOR_DATA_DIR: dataDir, STAGEDOOR_ADMIN_EMAIL };
    const refused = await runCli("cli/prepare.ts", [], settings);
    expect(refused).toMatchObject({ code: 1, output: "" });
    expect(refused.errors).toMatch(/^The setting STAGEDOOR_ADMIN_EMAIL must contain only ASCII/);
    await prepare();
    expect((await prepare({ STAGEDOOR_ADMIN_EMAIL })).answer.firstAdministrator).toBeNull();
  });

  test("gets the password that an earlier start wrote before it was interrupted", async () => {
    await writeFile(file(), "noted-before-the-row\n");
    const { answer } = await prepare();
    expect(answer.firstAdministrator.password).toBe("noted-before-the-row");
    expect(await opensWith("admin@stagedoor.local", "noted-before-the-row")).toBe(true);
  });

  test("is created from the settings if they are given, and the output does not contain the password", async () => {
    await writeFile(file(), "noted-before-the-row\n");
    const password = "correct horse battery";
    const { output, answer } = await prepare({
      STAGEDOOR_ADMIN_EMAIL: "Ann@Example.com",
      STAGEDOOR_ADMIN_PASSWORD: password,
    });
    expect(answer.firstAdministrator).toEqual({ email: "ann@example.com", password: null });
    expect(output).not.toContain(password);
    expect(await opensWith("ann@example.com", password)).toBe(true);
    expect(existsSync(file()), "it would open nothing").toBe(false);
  });

  test("is created for an older installation that has API keys but no user", async () => {
    const first = await prepare();
    expect(first.answer).toMatchObject({ isFirstStart: true });
    await parts().container.database.pool.query("truncate app_user cascade");
    await rm(file());
    const { answer } = await prepare();
    expect(answer).toMatchObject({
      isFirstStart: false,
      firstApiKey: null,
      firstAdministrator: { email: "admin@stagedoor.local", password: await keptPassword() },
    });
  });
});
