import { expect, test } from "vitest";
import { EMPTY_AUDIT_LOG } from "@/lib/accounts/testing/empty-audit-log.fixture";
import { describePasswordLinksContract } from "@/lib/accounts/testing/password-links.contract";
import { describeUserChangesContract } from "@/lib/accounts/testing/user-changes.contract";
import { describeUserDirectoryContract } from "@/lib/accounts/testing/user-directory.contract";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createPasswordLinks } from "./password-links";
import { createSecondFactorRepository } from "./second-factor-repository";
import { createUserDirectory } from "./user-directory";
import { createUserRepository } from "./user-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const open = async () => {
  const database = await openEmptyDatabase();
  return {
    database,
    users: createUserRepository(database),
    passwordLinks: createPasswordLinks(database.pool),
    secondFactors: createSecondFactorRepository(database.pool),
    userDirectory: createUserDirectory(database.pool),
    noteSignIn: (id: string, at: Date) =>
      database.pool.query("UPDATE app_user SET last_signed_in_at = $2 WHERE id = $1", [id, at]),
  };
};

describeUserChangesContract("changes to users in PostgreSQL", async () => (await open()).users);
describePasswordLinksContract("links in PostgreSQL", open);
describeUserDirectoryContract("the list of users in PostgreSQL", open);

const [ADA, EVE] = ["019cbc00-0000-7000-8000-0000000000dd", "019cbc00-0000-7000-8000-0000000000ee"];
const AT = new Date("2026-03-01T12:00:00.000Z");

async function openWithTwoAdministrators() {
  const ports = await open();
  for (const id of [ADA, EVE]) {
    const user = { id, email: `${id}@example.com`, name: "Ada", role: "administrator" } as const;
    await ports.users.create({ ...user, passwordHash: "x", createdAt: AT }, anAuditNote());
  }
  return ports;
}

test("a deactivation that waits for a concurrent deactivation then sees its result", async () => {
  const { users, database } = await openWithTwoAdministrators();
  const other = await beginOther(database.pool);
  await other.run({ text: "UPDATE app_user SET deactivated_at = now() WHERE id = $1" }, [EVE]);
  const options = { note: anAuditNote(), mayBeLast: false };
  const outcome = users.change(ADA, { kind: "deactivation" }, options);
  await untilBlocked(database.pool);
  await other.commit();
  expect(await outcome).toEqual({ kind: "last-administrator" });
});

test("each change records its author, subject and values; repeating the change records nothing", async () => {
  const { users, passwordLinks, database } = await openWithTwoAdministrators();
  await database.pool.query(EMPTY_AUDIT_LOG);
  const author = { actor: `administrator:${EVE}`, address: "192.0.2.7" };
  const noteOf = (action: Parameters<typeof anAuditNote>[0] & object) =>
    anAuditNote({ ...action, author, subject: `user:${ADA}` });
  const options = { note: noteOf({ action: "user-role-changed" }), mayBeLast: false };
  const demotion = { kind: "role", role: "reader" } as const;
  await users.change(ADA, demotion, options);
  await users.change(ADA, demotion, options);
  await users.change(
    ADA,
    { kind: "name", name: "Ada L." },
    { ...options, note: noteOf({ action: "user-renamed" }) },
  );
  const link = { id: EVE, hash: Buffer.alloc(32), kind: "password-reset", createdBy: "x" } as const;
  const times = { createdAt: AT, expiresAt: new Date("2026-03-03T12:00:00.000Z") };
  const linkNote = noteOf({ action: "password-reset-link-created" });
  await passwordLinks.create(ADA, { ...link, ...times }, linkNote);
  await passwordLinks.use(link.hash, "secret", noteOf({ action: "password-set-by-link" }));
  const { rows } = await database.pool.query(
    "SELECT actor, address, action, subject, before, after FROM audit_entry ORDER BY id",
  );
  const by = { actor: author.actor, address: author.address, subject: `user:${ADA}` };
  expect(rows).toEqual([
    {
      ...by,
      action: "user-role-changed",
      before: { role: "administrator" },
      after: { role: "reader" },
    },
    { ...by, action: "user-renamed", before: { name: "Ada" }, after: { name: "Ada L." } },
    {
      ...by,
      action: "password-reset-link-created",
      before: null,
      after: { expiresAt: expect.stringMatching(/^2026-03-03T/) },
    },
    { ...by, action: "password-set-by-link", before: null, after: { link: "password-reset" } },
  ]);
});

test("a new role, a deactivation and a new password each end only that user's sessions", async () => {
  const { users, database } = await openWithTwoAdministrators();
  const note = anAuditNote();
  const options = { note, mayBeLast: true };
  const reasons: unknown[] = [];
  const changes = [
    () => users.change(ADA, { kind: "role", role: "reader" }, options),
    () => users.change(ADA, { kind: "deactivation" }, options),
    () =>
      users.setPassword(ADA, { passwordHash: "y", at: AT, replacing: null, keeping: null, note }),
  ];
  for (const change of changes) {
    await database.pool.query("DELETE FROM user_session");
    await database.pool.query(
      `INSERT INTO user_session (id, user_id, method, created_at, last_seen_at, expires_at)
       SELECT gen_random_uuid(), id, 'password', now(), now(), 'infinity' FROM app_user`,
    );
    await change();
    const { rows } = await database.pool.query<{ ended_because: string; user_id: string }>(
      "SELECT ended_because, user_id FROM user_session WHERE ended_at IS NOT NULL",
    );
    reasons.push(...rows);
  }
  const user_id = ADA;
  expect(reasons).toEqual([
    { ended_because: "role-changed", user_id },
    { ended_because: "deactivated", user_id },
    { ended_because: "password-changed", user_id },
  ]);
});
