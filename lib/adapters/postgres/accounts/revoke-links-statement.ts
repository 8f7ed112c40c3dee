/**
 * Returns a data-modifying WITH query that revokes the open links of users within the statement that is the reason for
 * it. Its expressions come from the program, never from a caller.
 * @param users an expression for a set of user ids, such as `SELECT id FROM changed`
 * @param at the placeholder of the time, such as `$2`
 */
export const revokeLinksStatement = (users: string, at: string): string => `
  UPDATE invitation SET revoked_at = ${at}::timestamptz
  WHERE user_id IN (${users}) AND used_at IS NULL AND revoked_at IS NULL`;
