/** Why sessions end with a change of their user. */
type EndReason = "password-changed" | "role-changed" | "deactivated";

/**
 * A data-modifying query for a WITH: ends the sessions of each row of `changed`, a query with the column `id`.
 * @param at an expression for the time
 */
export const endSessions = (changed: string, because: EndReason, at: string): string => `
  UPDATE user_session SET ended_at = ${at}, ended_because = '${because}'
  FROM ${changed} WHERE user_session.user_id = ${changed}.id AND user_session.ended_at IS NULL`;

/** A data-modifying query for a WITH: revokes the links of each row of `changed` that still work. */
export const revokeLinks = (changed: string, at: string): string => `
  UPDATE invitation SET revoked_at = ${at}
  FROM ${changed} WHERE invitation.user_id = ${changed}.id AND used_at IS NULL AND revoked_at IS NULL`;
