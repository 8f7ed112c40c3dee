import { expect, test } from "vitest";
import type { BulkEnding } from "@/lib/documents/rules/bulk-work";
import {
  BULK_REVIEWER,
  describeBulkWorksContract,
} from "@/lib/documents/testing/bulk-works.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createBulkWorks } from "./bulk-works";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const END_SESSION: Partial<Record<BulkEnding, string>> = {
  "session-ended": "UPDATE user_session SET ended_at = now(), ended_because = 'signed-out'",
  "role-changed": "UPDATE app_user SET role = 'administrator'",
  deactivated: "UPDATE app_user SET deactivated_at = now()",
};

async function open() {
  const { pool } = await openEmptyDatabase();
  const { userId, sessionId } = BULK_REVIEWER;
  await pool.query(
    `INSERT INTO app_user (id, email, name, role, created_at, password_changed_at)
     VALUES ($1, 'reviewer@example.test', 'Reviewer', 'reviewer', now(), now())`,
    [userId],
  );
  await pool.query(
    `INSERT INTO user_session (id, user_id, method, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, 'password', now(), now(), '2100-01-01')`,
    [sessionId, userId],
  );
  return {
    pool,
    documents: createStagedDocumentRepository(pool),
    bulkWorks: createBulkWorks(pool),
    endSession: async (because: BulkEnding) => void (await pool.query(END_SESSION[because] ?? "")),
  };
}

describeBulkWorksContract("work on many documents in PostgreSQL", open);

const OWN = { id: "019cbc00-0000-7000-8000-0000000000b1", userId: BULK_REVIEWER.userId };
const ORDER = { action: "delete", reason: "other", note: "Scanned twice" } as const;
const note = (sessionId: string) => ({
  at: new Date(),
  author: { actor: `reviewer:${OWN.userId}`, sessionId },
  action: "bulk-work-started" as const,
  subject: `bulk-work:${OWN.id}`,
});

test("starting is audited without the note, and the note is removed when the work ends", async () => {
  const { bulkWorks, pool } = await open();
  await bulkWorks.create(OWN, new Date());
  await bulkWorks.start(OWN, ORDER, note(BULK_REVIEWER.sessionId));
  const audit = await pool.query("SELECT action, subject, after FROM audit_entry");
  const after = { action: "delete", reason: "other", documents: 0 };
  expect(audit.rows).toEqual([
    { action: "bulk-work-started", subject: `bulk-work:${OWN.id}`, after },
  ]);
  const details = async () => (await pool.query("SELECT details FROM bulk_work")).rows[0].details;
  expect(await details()).toEqual({ reason: "other", note: "Scanned twice" });
  await bulkWorks.cancel(OWN, new Date());
  expect(await details()).toEqual({ reason: "other" });
});

test("a session that ended in the meantime starts nothing", async () => {
  const { bulkWorks, endSession } = await open();
  await bulkWorks.create(OWN, new Date());
  await endSession("session-ended");
  const starting = bulkWorks.start(OWN, ORDER, note(BULK_REVIEWER.sessionId));
  await expect(starting).rejects.toMatchObject({ code: "sign-in-required" });
  expect(await bulkWorks.find(OWN)).toMatchObject({ state: "preparing" });
});
