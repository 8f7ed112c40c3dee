import type pg from "pg";
import type { SecondFactor, SecondFactorRepository } from "@/lib/accounts/ports/second-factors";
import { auditParameter } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import {
  BEGIN_SECOND_FACTOR,
  CONFIRM_SECOND_FACTOR,
  FIND_SECOND_FACTOR,
  LOCK_SECOND_FACTOR,
  REMOVE_SECOND_FACTOR,
  REPLACE_RECOVERY_CODES,
  TAKE_RECOVERY_CODE,
  TAKE_STEP,
} from "./second-factor-statements";
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
          ...[userId, secret, at, step, recoveryCodeHashes, sessionId],
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
