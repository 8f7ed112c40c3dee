import sql, { empty, type Sql } from "sql-template-tag";
import type { SessionEnd } from "@/lib/accounts/rules/session";
import type { Parameter } from "../core/query";

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
