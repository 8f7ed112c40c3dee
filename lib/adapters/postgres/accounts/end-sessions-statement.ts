import type { SessionEnd } from "@/lib/accounts/rules/session";

/**
 * Returns a data-modifying WITH query that ends open sessions of users within the statement that is the reason for it.
 * Its rows are the ids of the sessions. It sees a session that starts concurrently only if the user's row was locked
 * before, see `withLockedUser`. Its names and expressions come from the program, never from a caller.
 * @param parts.users an expression for a set of user ids, such as `SELECT id FROM changed`
 * @param parts.at the placeholder of the time, such as `$2`
 * @param parts.except the placeholder of the id of a session to keep, which may be NULL; if absent, no session is kept
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
