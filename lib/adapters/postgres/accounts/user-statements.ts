import type pg from "pg";
import sql, { empty, type Sql } from "sql-template-tag";
import type { SessionEnd } from "@/lib/accounts/rules/session";
import { type Parameter, statement } from "../core/query";
import { inTransaction } from "../core/transaction";

/**
 * Runs the work in a transaction that locks the user's row, if the user exists. Starting a session takes the same lock:
 * each statement of the work sees every session that has started, and no session starts until the transaction ends.
 */
export function withLockedUser<T>(
  pool: pg.Pool,
  userId: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USER({ userId }));
    return work(client);
  });
}

const LOCK_USER = statement<{ userId: string }>(
  null,
  ({ userId }) => sql`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`,
);

/**
 * Returns a data-modifying WITH query that ends open sessions of users within the statement that is the reason for it.
 * Its rows are the ids of the sessions. It sees a session that starts concurrently only if the user's row was locked
 * before, see `withLockedUser`.
 * @param parts.users selects user ids, such as `SELECT id FROM changed`
 * @param parts.except the id of a session to keep, which may be NULL; if absent, no session is kept
 */
export const endSessionsStatement = ({
  users,
  at,
  because,
  except,
}: {
  readonly users: Sql;
  readonly at: Parameter;
  readonly because: SessionEnd;
  readonly except?: Parameter;
}): Sql => sql`
  UPDATE user_session SET ended_at = ${at}::timestamptz, ended_because = ${because}
  WHERE user_id IN (${users}) AND ended_at IS NULL AND expires_at > ${at}::timestamptz${
    except === undefined ? empty : sql` AND id IS DISTINCT FROM ${except}::uuid`
  }
  RETURNING id`;

/**
 * Returns a data-modifying WITH query that revokes the open links of users within the statement that is the reason for
 * it.
 * @param users selects user ids, such as `SELECT id FROM changed`
 */
export const revokeLinksStatement = (users: Sql, at: Parameter): Sql => sql`
  UPDATE invitation SET revoked_at = ${at}::timestamptz
  WHERE user_id IN (${users}) AND used_at IS NULL AND revoked_at IS NULL`;
