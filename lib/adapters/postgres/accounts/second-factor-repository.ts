import type pg from "pg";
import type { SecondFactor, SecondFactorRepository } from "@/lib/accounts/access-ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { withLockedUser } from "./with-locked-user";

/** Stores second factors in PostgreSQL. */
export function createSecondFactorRepository(pool: pg.Pool): SecondFactorRepository {
  const query = createQuery(pool);
  const didOne = async (statement: pg.QueryConfig, values: unknown[]) =>
    (await query(statement, values)).rowCount === 1;
  return {
    find: async (userId) =>
      (await query<SecondFactor>(FIND_SECOND_FACTOR, [userId])).rows[0] ?? null,
    begin: (userId, { secret, at }) => didOne(BEGIN_SECOND_FACTOR, [userId, secret, at]),
    confirm: (userId, { secret, step, recoveryCodeHashes, sessionId, at, note }) =>
      withLockedUser(pool, userId, async (client) => {
        const { rowCount } = await client.query(CONFIRM_SECOND_FACTOR, [
          userId,
          secret,
          at,
          step,
          recoveryCodeHashes,
          sessionId,
          auditParameter(note),
        ]);
        return rowCount === 1;
      }),
    takeStep: (userId, { secret, step }) => didOne(TAKE_STEP, [userId, secret, step]),
    takeRecoveryCode: (userId, { hash, note }) =>
      didOne(TAKE_RECOVERY_CODE, [userId, hash, note.at, auditParameter(note)]),
    replaceRecoveryCodes: (userId, { hashes, note }) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(LOCK_SECOND_FACTOR, [userId]);
        if (rowCount !== 1) return false;
        await client.query(REPLACE_RECOVERY_CODES, [userId, hashes, auditParameter(note)]);
        return true;
      }),
    remove: (userId, note) => didOne(REMOVE_SECOND_FACTOR, [userId, auditParameter(note)]),
  };
}

/** Counts the remaining codes each time; there are at most ten. */
const FIND_SECOND_FACTOR = {
  name: "second-factor-find",
  text: `
SELECT secret, created_at AS "createdAt", confirmed_at AS "confirmedAt",
  (SELECT count(*)::int FROM recovery_code WHERE user_id = $1 AND used_at IS NULL) AS "recoveryCodesLeft"
FROM second_factor WHERE user_id = $1`,
} as const;

/** Never replaces a confirmed second factor. */
const BEGIN_SECOND_FACTOR = {
  name: "second-factor-begin",
  text: `
INSERT INTO second_factor (user_id, secret, created_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at
WHERE second_factor.confirmed_at IS NULL`,
} as const;

/**
 * Must run in `withLockedUser`. Ends the other sessions, including one that starts concurrently, because they were
 * started with only a password, which is no longer enough.
 */
const CONFIRM_SECOND_FACTOR = {
  name: "second-factor-confirm",
  text: `
WITH confirmed AS (
  UPDATE second_factor SET confirmed_at = $3::timestamptz, last_used_step = $4
  WHERE user_id = $1 AND secret = $2 AND confirmed_at IS NULL
  RETURNING user_id
), codes AS (
  INSERT INTO recovery_code (user_id, hash) SELECT user_id, unnest($5::bytea[]) FROM confirmed
), shown AS (
  UPDATE user_session SET second_factor_at = $3::timestamptz FROM confirmed
  WHERE user_session.user_id = confirmed.user_id AND id = $6::uuid AND ended_at IS NULL
), ended AS (
  UPDATE user_session SET ended_at = $3::timestamptz, ended_because = 'second-factor-added' FROM confirmed
  WHERE user_session.user_id = confirmed.user_id AND id <> $6::uuid
    AND ended_at IS NULL AND expires_at > $3::timestamptz
  RETURNING id
), audited AS (${auditStatement({
    note: "$7",
    changed: "confirmed",
    before: "NULL::jsonb",
    after: `jsonb_build_object('recoveryCodes', cardinality($5::bytea[]), 'endedSessions', (SELECT count(*) FROM ended))`,
  })})
SELECT user_id FROM confirmed`,
} as const;

/**
 * A compare-and-set: if two requests use the same code, the second one finds that its time step has already been used.
 */
const TAKE_STEP = {
  name: "second-factor-take-step",
  text: `
UPDATE second_factor SET last_used_step = $3
WHERE user_id = $1 AND secret = $2 AND confirmed_at IS NOT NULL AND (last_used_step IS NULL OR last_used_step < $3)`,
} as const;

/** A compare-and-set: if two requests use the same recovery code, only the first one succeeds. */
const TAKE_RECOVERY_CODE = {
  name: "second-factor-take-recovery-code",
  text: `
WITH used AS (
  UPDATE recovery_code SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL
  RETURNING user_id
), audited AS (${auditStatement({
    note: "$4",
    changed: "used",
    before: "NULL::jsonb",
    after: "NULL::jsonb",
  })})
SELECT user_id FROM used`,
} as const;

/** Locks the second factor at the start of a transaction, so that concurrent replacements happen one after the other. */
const LOCK_SECOND_FACTOR = {
  name: "second-factor-lock",
  text: "SELECT user_id FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL FOR UPDATE",
} as const;

/** Must run in a transaction that holds the lock from `LOCK_SECOND_FACTOR`. */
const REPLACE_RECOVERY_CODES = {
  name: "second-factor-replace-recovery-codes",
  text: `
WITH removed AS (
  DELETE FROM recovery_code WHERE user_id = $1 RETURNING used_at
), added AS (
  INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])
), counted AS (
  SELECT count(*) FILTER (WHERE used_at IS NULL) AS n FROM removed
), audited AS (${auditStatement({
    note: "$3",
    changed: "counted",
    before: "jsonb_build_object('recoveryCodes', counted.n)",
    after: "jsonb_build_object('recoveryCodes', cardinality($2::bytea[]))",
  })})
SELECT n FROM counted`,
} as const;

/** Also removes a second factor that was never confirmed, but only the removal of a confirmed one is audited. */
const REMOVE_SECOND_FACTOR = {
  name: "second-factor-remove",
  text: `
WITH removed AS (
  DELETE FROM second_factor WHERE user_id = $1 RETURNING user_id, confirmed_at
), codes AS (
  DELETE FROM recovery_code WHERE user_id = $1
), confirmed AS (
  SELECT confirmed_at FROM removed WHERE confirmed_at IS NOT NULL
), audited AS (${auditStatement({
    note: "$2",
    changed: "confirmed",
    before: "jsonb_build_object('secondFactorSince', confirmed.confirmed_at)",
    after: "NULL::jsonb",
  })})
SELECT confirmed_at FROM confirmed`,
} as const;
