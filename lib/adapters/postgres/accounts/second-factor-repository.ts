import type pg from "pg";
import sql from "sql-template-tag";
import type { SecondFactor, SecondFactorRepository } from "@/lib/accounts/access-ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, type Statement, statement } from "../core/query";
import { inTransaction } from "../core/transaction";
import { withLockedUser } from "./user-statements";

/** Stores second factors in PostgreSQL. */
export function createSecondFactorRepository(pool: pg.Pool): SecondFactorRepository {
  const query = createQuery(pool);
  const didOne = async (statement: Statement) => (await query(statement)).rowCount === 1;
  return {
    find: async (userId) =>
      (await query<SecondFactor>(FIND_SECOND_FACTOR({ userId }))).rows[0] ?? null,
    begin: (userId, factor) => didOne(BEGIN_SECOND_FACTOR({ userId, ...factor })),
    confirm: (userId, proof) =>
      withLockedUser(pool, userId, async (client) => {
        const confirmed = { userId, ...proof, note: auditParameter(proof.note) };
        return (await client.query(CONFIRM_SECOND_FACTOR(confirmed))).rowCount === 1;
      }),
    takeStep: (userId, factor) => didOne(TAKE_STEP({ userId, ...factor })),
    takeRecoveryCode: (userId, { hash, note }) =>
      didOne(TAKE_RECOVERY_CODE({ userId, hash, at: note.at, note: auditParameter(note) })),
    replaceRecoveryCodes: (userId, { hashes, note }) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(LOCK_SECOND_FACTOR({ userId }));
        if (rowCount !== 1) return false;
        const replaced = { userId, hashes, note: auditParameter(note) };
        await client.query(REPLACE_RECOVERY_CODES(replaced));
        return true;
      }),
    remove: (userId, note) => didOne(REMOVE_SECOND_FACTOR({ userId, note: auditParameter(note) })),
  };
}

/** Counts the remaining codes each time; there are at most ten. */
const FIND_SECOND_FACTOR = statement<{ userId: string }>(
  "second-factor-find",
  ({ userId }) => sql`
SELECT secret, created_at AS "createdAt", confirmed_at AS "confirmedAt",
  (SELECT count(*)::int FROM recovery_code WHERE user_id = ${userId} AND used_at IS NULL) AS "recoveryCodesLeft"
FROM second_factor WHERE user_id = ${userId}`,
);

/** Never replaces a confirmed second factor. */
const BEGIN_SECOND_FACTOR = statement<{ userId: string; secret: Buffer; at: Date }>(
  "second-factor-begin",
  ({ userId, secret, at }) => sql`
INSERT INTO second_factor (user_id, secret, created_at) VALUES (${userId}, ${secret}, ${at})
ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at
WHERE second_factor.confirmed_at IS NULL`,
);

/**
 * Must run in `withLockedUser`. Ends the other sessions, including one that starts concurrently, because they were
 * started with only a password, which is no longer enough.
 */
const CONFIRM_SECOND_FACTOR = statement<{
  userId: string;
  secret: Buffer;
  at: Date;
  step: number;
  recoveryCodeHashes: readonly Buffer[];
  sessionId: string;
  note: string;
}>(
  "second-factor-confirm",
  ({ userId, secret, at, step, recoveryCodeHashes, sessionId, note }) => sql`
WITH confirmed AS (
  UPDATE second_factor SET confirmed_at = ${at}::timestamptz, last_used_step = ${step}
  WHERE user_id = ${userId} AND secret = ${secret} AND confirmed_at IS NULL
  RETURNING user_id
), codes AS (
  INSERT INTO recovery_code (user_id, hash) SELECT user_id, unnest(${recoveryCodeHashes}::bytea[]) FROM confirmed
), shown AS (
  UPDATE user_session SET second_factor_at = ${at}::timestamptz FROM confirmed
  WHERE user_session.user_id = confirmed.user_id AND id = ${sessionId}::uuid AND ended_at IS NULL
), ended AS (
  UPDATE user_session SET ended_at = ${at}::timestamptz, ended_because = 'second-factor-added' FROM confirmed
  WHERE user_session.user_id = confirmed.user_id AND id <> ${sessionId}::uuid
    AND ended_at IS NULL AND expires_at > ${at}::timestamptz
  RETURNING id
), audited AS (${auditStatement({
    note,
    changed: "confirmed",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('recoveryCodes', cardinality(${recoveryCodeHashes}::bytea[]), 'endedSessions', (SELECT count(*) FROM ended))`,
  })})
SELECT user_id FROM confirmed`,
);

/**
 * A compare-and-set: if two requests use the same code, the second one finds that its time step has already been used.
 */
const TAKE_STEP = statement<{ userId: string; secret: Buffer; step: number }>(
  "second-factor-take-step",
  ({ userId, secret, step }) => sql`
UPDATE second_factor SET last_used_step = ${step}
WHERE user_id = ${userId} AND secret = ${secret} AND confirmed_at IS NOT NULL AND (last_used_step IS NULL OR last_used_step < ${step})`,
);

/** A compare-and-set: if two requests use the same recovery code, only the first one succeeds. */
const TAKE_RECOVERY_CODE = statement<{
  userId: string;
  hash: Buffer;
  at: Date;
  note: string;
}>(
  "second-factor-take-recovery-code",
  ({ userId, hash, at, note }) => sql`
WITH used AS (
  UPDATE recovery_code SET used_at = ${at} WHERE user_id = ${userId} AND hash = ${hash} AND used_at IS NULL
  RETURNING user_id
), audited AS (${auditStatement({
    note,
    changed: "used",
    before: sql`NULL::jsonb`,
    after: sql`NULL::jsonb`,
  })})
SELECT user_id FROM used`,
);

/** Locks the second factor at the start of a transaction, so that concurrent replacements happen one after the other. */
const LOCK_SECOND_FACTOR = statement<{ userId: string }>(
  "second-factor-lock",
  ({ userId }) =>
    sql`SELECT user_id FROM second_factor WHERE user_id = ${userId} AND confirmed_at IS NOT NULL FOR UPDATE`,
);

/** Must run in a transaction that holds the lock from `LOCK_SECOND_FACTOR`. */
const REPLACE_RECOVERY_CODES = statement<{
  userId: string;
  hashes: readonly Buffer[];
  note: string;
}>(
  "second-factor-replace-recovery-codes",
  ({ userId, hashes, note }) => sql`
WITH removed AS (
  DELETE FROM recovery_code WHERE user_id = ${userId} RETURNING used_at
), added AS (
  INSERT INTO recovery_code (user_id, hash) SELECT ${userId}, unnest(${hashes}::bytea[])
), counted AS (
  SELECT count(*) FILTER (WHERE used_at IS NULL) AS n FROM removed
), audited AS (${auditStatement({
    note,
    changed: "counted",
    before: sql`jsonb_build_object('recoveryCodes', counted.n)`,
    after: sql`jsonb_build_object('recoveryCodes', cardinality(${hashes}::bytea[]))`,
  })})
SELECT n FROM counted`,
);

/** Also removes a second factor that was never confirmed, but only the removal of a confirmed one is audited. */
const REMOVE_SECOND_FACTOR = statement<{ userId: string; note: string }>(
  "second-factor-remove",
  ({ userId, note }) => sql`
WITH removed AS (
  DELETE FROM second_factor WHERE user_id = ${userId} RETURNING user_id, confirmed_at
), codes AS (
  DELETE FROM recovery_code WHERE user_id = ${userId}
), confirmed AS (
  SELECT confirmed_at FROM removed WHERE confirmed_at IS NOT NULL
), audited AS (${auditStatement({
    note,
    changed: "confirmed",
    before: sql`jsonb_build_object('secondFactorSince', confirmed.confirmed_at)`,
    after: sql`NULL::jsonb`,
  })})
SELECT confirmed_at FROM confirmed`,
);
