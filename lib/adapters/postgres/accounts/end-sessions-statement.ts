import type { SessionEnd } from "@/lib/accounts/rules/session";

/**
 * A data-modifying WITH query that ends open sessions of users, for the statement of the change that ends them; its rows are
 * their ids. A session that starts meanwhile is seen only when the user's row was locked before: see `withLockedUser`. Its
 * names and expressions are the program's own, never a caller's.
 * @param parts.users an expression for a set of user ids, such as `SELECT id FROM changed`
 * @param parts.at the placeholder of the time, such as `$2`
 * @param parts.except the placeholder of the id of a session that goes on, which may be NULL; absent: none does
 */
export const endSessionsStatement = ({
  users,
  at,
  because,
  except,
}: {
  readonly users: string;
  readonly at: string;
  readonly because: SessionEnd;
  readonly except?: string;
}): string => `
  UPDATE user_session SET ended_at = ${at}::timestamptz, ended_because = '${because}'
  WHERE user_id IN (${users}) AND ended_at IS NULL AND expires_at > ${at}::timestamptz${
    except === undefined ? "" : ` AND id IS DISTINCT FROM ${except}::uuid`
  }
  RETURNING id`;
