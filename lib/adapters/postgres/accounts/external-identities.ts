import type pg from "pg";
import type { ExternalIdentities } from "@/lib/accounts/access-ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { type UserRow, userColumns, withRole } from "./user-rows";

const FIND = {
  name: "external-identity-find",
  text: `
SELECT ${userColumns("u")} FROM external_identity e JOIN app_user u ON u.id = e.user_id
WHERE e.issuer = $1 AND e.subject = $2`,
} as const;

/**
 * The lock on the invitation's row ensures that only one of two concurrent uses succeeds, whether they link an identity
 * or choose a password.
 */
const LINK = {
  name: "external-identity-link",
  text: `
WITH invited AS (
  UPDATE invitation SET used_at = $4::timestamptz FROM app_user u
  WHERE u.email_key = $3 AND invitation.user_id = u.id AND u.password_hash IS NULL AND u.deactivated_at IS NULL
    AND invitation.kind = 'invitation' AND invitation.used_at IS NULL AND invitation.revoked_at IS NULL
    AND invitation.expires_at > $4::timestamptz
  RETURNING u.id AS user_id
), linked AS (
  INSERT INTO external_identity (issuer, subject, user_id, linked_at)
  SELECT DISTINCT $1, $2, user_id, $4::timestamptz FROM invited
  RETURNING issuer, subject, user_id
), audited AS (${auditStatement({
    note: "$5",
    changed: "linked",
    before: "NULL::jsonb",
    after: "jsonb_build_object('issuer', linked.issuer, 'subject', linked.subject)",
    subject: "'user:' || linked.user_id",
  })})
SELECT ${userColumns("u")} FROM linked JOIN app_user u ON u.id = linked.user_id`,
} as const;

/** Stores users' identities at sign-in providers in PostgreSQL. */
export function createExternalIdentities(pool: pg.Pool): ExternalIdentities {
  const query = createQuery(pool);
  return {
    findUser: async ({ issuer, subject }) => {
      const [row] = (await query<UserRow>(FIND, [issuer, subject])).rows;
      return row ? withRole(row) : null;
    },
    link: async ({ issuer, subject }, { emailKey, note }) => {
      const parameter = auditParameter({ ...note, subject: "user" });
      const values = [issuer, subject, emailKey, note.at, parameter];
      const { rows } = await query<UserRow>(LINK, values);
      return rows[0] ? withRole(rows[0]) : null;
    },
  };
}
