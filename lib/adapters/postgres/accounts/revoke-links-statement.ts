import sql, { type Sql } from "sql-template-tag";
import type { Parameter } from "../core/query";

/**
 * Returns a data-modifying WITH query that revokes the open links of users within the statement that is the reason for
 * it.
 * @param users selects user ids, such as `SELECT id FROM changed`
 */
export const revokeLinksStatement = (users: Sql, at: Parameter): Sql => sql`
  UPDATE invitation SET revoked_at = ${at}::timestamptz
  WHERE user_id IN (${users}) AND used_at IS NULL AND revoked_at IS NULL`;
