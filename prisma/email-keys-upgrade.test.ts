import { describe, expect, onTestFinished, test } from "vitest";
import { createExternalIdentities } from "@/lib/adapters/postgres/accounts/external-identities";
import { createUserRepository } from "@/lib/adapters/postgres/accounts/user-repository";
import { createDatabase } from "@/lib/adapters/postgres/core/database";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { databaseBefore } from "@/testing/database-before.fixture";

const COMPOSED = "m\u00fcller@example.com";
const DECOMPOSED = "mu\u0308ller@example.com";
const NOTE = anAuditNote({ action: "identity-linked" });

/** Creates a database of the last version without email keys, with invited users of that version. */
async function arrange(emails: readonly string[]) {
  const { url, client, upgrade } = await databaseBefore("20261128020000_email_key");
  const invite = async (email: string) => {
    const id = crypto.randomUUID();
    await client.query(
      `INSERT INTO app_user (id, email, name, created_at, password_changed_at)
       VALUES ($1, $2, 'Ann', now(), now())`,
      [id, email],
    );
    await client.query(
      `INSERT INTO invitation (id, hash, user_id, kind, created_by, created_at, expires_at)
       VALUES ($1, sha256($2), $3, 'invitation', 'command', now(), now() + interval '1 hour')`,
      [crypto.randomUUID(), Buffer.from(id), id],
    );
  };
  for (const email of emails) await invite(email);
  await upgrade();
  const database = createDatabase(url, { onIdleError: () => undefined });
  onTestFinished(() => database.close());
  const users = createUserRepository(database);
  const identities = createExternalIdentities(database);
  const keys = async () => {
    const { rows } = await client.query("SELECT email_key FROM app_user ORDER BY created_at");
    return rows.map(({ email_key }) => email_key);
  };
  const link = async (emailKey: string) => {
    const identity = { issuer: "https://id.example.com", subject: emailKey };
    const linked = await identities.link(identity, {
      emailKey,
      note: { ...NOTE, at: new Date() },
    });
    return linked?.email ?? null;
  };
  return { invite, users, keys, link };
}

describe("the upgrade to email keys", () => {
  test("gives each account its key, by which its invitation is then accepted", async () => {
    const { users, keys, link } = await arrange(["ada@example.com", DECOMPOSED]);
    expect(await link("ada@example.com")).toBeNull();
    expect(await users.fillEmailKeys()).toEqual([]);
    expect(await keys()).toEqual(["ada@example.com", COMPOSED]);
    expect(await link("ada@example.com")).toBe("ada@example.com");
    expect(await link(COMPOSED)).toBe(DECOMPOSED);
  });

  test("names accounts that share a key and leaves them without one; they stay as they are", async () => {
    const { users, keys, link } = await arrange([COMPOSED, "ada@example.com", DECOMPOSED]);
    for (const _ of ["the upgrade", "a later start"]) {
      const collisions = await users.fillEmailKeys();
      expect(collisions.map((group) => group.map(({ email }) => email))).toEqual([
        [COMPOSED, DECOMPOSED],
      ]);
      expect(await keys()).toEqual([null, "ada@example.com", null]);
    }
    expect(await link(COMPOSED)).toBeNull();
    for (const email of [COMPOSED, DECOMPOSED]) {
      expect(await users.findForSignIn(email)).toMatchObject({ email });
    }
  });

  test("fills the key of a user whom an older version creates beside this one at the next start", async () => {
    const { invite, users, keys } = await arrange(["ada@example.com"]);
    await users.fillEmailKeys();
    await invite("ben@example.com");
    await Promise.all([users.fillEmailKeys(), users.fillEmailKeys()]);
    expect(await keys()).toEqual(["ada@example.com", "ben@example.com"]);
  });
});
