/**
 * A data-modifying WITH query that revokes the links of users that still work, for the statement of the change that ends them. Its
 * expressions are the program's own, never a caller's.
 * @param users an expression for a set of user ids, such as `SELECT id FROM changed`
 * @param at the placeholder of the time, such as `$2`
 */
export const revokeLinksStatement = (users: string, at: string): string => `
  UPDATE invitation SET revoked_at = ${at}::timestamptz
  WHERE user_id IN (${users}) AND used_at IS NULL AND revoked_at IS NULL`;
