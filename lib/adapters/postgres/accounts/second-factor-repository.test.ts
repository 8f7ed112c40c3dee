import { describe, expect, test } from "vitest";
import type { NewSession, SecondFactorProof } from "@/lib/accounts/access-ports";
import { describeSecondFactorRepositoryContract } from "@/lib/accounts/testing/second-factor-repository.contract";
import type { AuditAction } from "@/lib/kernel/rules/audit";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createSecondFactorRepository } from "./second-factor-repository";
import { createSessionRepository } from "./session-repository";

const USER = "019cbc00-0000-7000-8000-0000000000a1";
const OTHER_USER = "019cbc00-0000-7000-8000-0000000000a2";
const SESSION = "019cbc00-0000-7000-8000-0000000000b1";
const OTHER_SESSION = "019cbc00-0000-7000-8000-0000000000b2";
const SESSION_OF_OTHER_USER = "019cbc00-0000-7000-8000-0000000000b3";
const NOON = new Date("2026-03-01T12:00:00.000Z");

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

async function open() {
  const { pool } = await openEmptyDatabase();
  await pool.query(
    `INSERT INTO app_user (id, email, name, created_at, password_changed_at)
     SELECT id, id::text || '@example.com', 'Test', $2, $2 FROM unnest($1::uuid[]) AS id`,
    [[USER, OTHER_USER], NOON],
  );
  await pool.query(
    `INSERT INTO user_session (id, user_id, method, created_at, last_seen_at, expires_at)
     SELECT id, owner, 'password', $3, $3, $3::timestamptz + interval '12 hours'
     FROM unnest($1::uuid[], $2::uuid[]) AS given (id, owner)`,
    [[SESSION, OTHER_SESSION, SESSION_OF_OTHER_USER], [USER, USER, OTHER_USER], NOON],
  );
  const auditedActions = async () => {
    const text = "SELECT action FROM audit_entry ORDER BY id";
    return (await pool.query<{ action: AuditAction }>(text)).rows.map(({ action }) => action);
  };
  const secondFactors = createSecondFactorRepository(pool);
  const ids = { userId: USER, otherUserId: OTHER_USER, sessionId: SESSION };
  return { ...ids, pool, secondFactors, auditedActions };
}

describeSecondFactorRepositoryContract("second factors in PostgreSQL", open);

const SECRET = Buffer.from("sealed");
const PROOF: SecondFactorProof = {
  secret: SECRET,
  step: 1,
  recoveryCodeHashes: [],
  sessionId: SESSION,
  at: NOON,
  note: anAuditNote({ action: "second-factor-added", subject: `user:${USER}` }),
};
const NEW_SESSION: NewSession = {
  id: "019cbc00-0000-7000-8000-0000000000b4",
  userId: USER,
  method: "password",
  secondFactorAt: null,
  address: null,
  userAgent: null,
  createdAt: NOON,
  expiresAt: new Date("2026-03-02T00:00:00.000Z"),
};

describe("a password sign-in while the second factor is being turned on", () => {
  async function begun() {
    const under = await open();
    await under.secondFactors.begin(USER, { secret: SECRET, at: NOON });
    const sessions = createSessionRepository(under.pool);
    const start = (overrides: Partial<NewSession> = {}) =>
      sessions.start({ ...NEW_SESSION, ...overrides }, { passwordChangedAt: NOON });
    return { ...under, start };
  }

  test("waits until the second factor is confirmed, and then starts no session without a code", async () => {
    const { pool, start } = await begun();
    const other = await beginOther(pool);
    const lock = "SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE";
    await other.run({ text: lock }, [USER]);
    const confirm = "UPDATE second_factor SET confirmed_at = $2 WHERE user_id = $1";
    await other.run({ text: confirm }, [USER, NOON]);
    const started = start();
    await untilBlocked(pool);
    await other.commit();
    expect(await started).toBe(false);
    expect(await start({ secondFactorAt: NOON })).toBe(true);
    const id = "019cbc00-0000-7000-8000-0000000000b5";
    expect(await start({ id, method: "single-sign-on" })).toBe(true);
  });

  test("starts a session if it comes first, and confirming the second factor then ends that session", async () => {
    const { pool, secondFactors } = await begun();
    const other = await beginOther(pool);
    const noteSignIn = "UPDATE app_user SET last_signed_in_at = $2 WHERE id = $1";
    await other.run({ text: noteSignIn }, [USER, NOON]);
    await other.run(
      {
        text: `INSERT INTO user_session (id, user_id, method, created_at, last_seen_at, expires_at)
          VALUES ($1, $2, 'password', $3, $3, $4)`,
      },
      [NEW_SESSION.id, USER, NOON, NEW_SESSION.expiresAt],
    );
    const confirmed = secondFactors.confirm(USER, PROOF);
    await untilBlocked(pool);
    await other.commit();
    expect(await confirmed).toBe(true);
    const text = "SELECT ended_because FROM user_session WHERE id = $1";
    const { rows } = await pool.query(text, [NEW_SESSION.id]);
    expect(rows).toEqual([{ ended_because: "second-factor-added" }]);
  });
});

describe("confirming", () => {
  async function confirmed() {
    const under = await open();
    const secret = Buffer.from("sealed");
    await under.secondFactors.begin(USER, { secret, at: NOON });
    const author = { actor: `reader:${USER}`, address: "192.0.2.7" };
    await under.secondFactors.confirm(USER, {
      secret,
      step: 1,
      recoveryCodeHashes: [Buffer.alloc(32, 1)],
      sessionId: SESSION,
      at: NOON,
      note: { at: NOON, author, action: "second-factor-added", subject: `user:${USER}` },
    });
    return under;
  }

  test("a second factor ends every other session of the user and marks the current one as verified with a second factor", async () => {
    const { pool } = await confirmed();
    const { rows } = await pool.query(
      'SELECT second_factor_at AS "at", ended_because AS "because" FROM user_session ORDER BY id',
    );
    expect(rows).toEqual([
      { at: NOON, because: null },
      { at: null, because: "second-factor-added" },
      { at: null, because: null },
    ]);
  });

  test("a second factor is audited with counts, but without the secret and the hashes", async () => {
    const { pool } = await confirmed();
    const { rows } = await pool.query("SELECT actor, address, before, after FROM audit_entry");
    const after = { recoveryCodes: 1, endedSessions: 1 };
    expect(rows).toEqual([{ actor: `reader:${USER}`, address: "192.0.2.7", before: null, after }]);
  });
});
