import sql from "sql-template-tag";
import type { ExternalIdentities } from "@/lib/accounts/access-ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery, statement } from "../core/query";
import { HIDDEN, type UserRow, userColumns, withRole } from "./user-rows";

/**
 * The lock on the invitation's row ensures that only one of two concurrent uses succeeds, whether they link an identity
 * or choose a password.
 */
const LINK = statement<{
  issuer: string;
  subject: string;
  emailKey: string;
  at: Date;
  note: string;
}>(
  "external-identity-link",
  ({ issuer, subject, emailKey, at, note }) => sql`
WITH invited AS (
  UPDATE invitation SET used_at = ${at}::timestamptz FROM app_user u
  WHERE u.email_key = ${emailKey} AND invitation.user_id = u.id AND u.password_hash IS NULL AND u.deactivated_at IS NULL
    AND invitation.kind = 'invitation' AND invitation.used_at IS NULL AND invitation.revoked_at IS NULL
    AND invitation.expires_at > ${at}::timestamptz
  RETURNING u.id AS user_id
), linked AS (
  INSERT INTO external_identity (issuer, subject, user_id, linked_at)
  SELECT DISTINCT ${issuer}, ${subject}, user_id, ${at}::timestamptz FROM invited
  RETURNING issuer, subject, user_id
), audited AS (${auditStatement({
    note,
    changed: "linked",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('issuer', linked.issuer, 'subject', linked.subject)`,
    subject: sql`'user:' || linked.user_id`,
  })})
SELECT ${userColumns("u")} FROM linked JOIN app_user u ON u.id = linked.user_id`,
);

/** Stores users' identities at sign-in providers in PostgreSQL. */
export function createExternalIdentities({ pool, prisma }: Database): ExternalIdentities {
  const query = createQuery(pool);
  return {
    findUser: async ({ issuer, subject }) => {
      const identity = await prisma.externalIdentity.findUnique({
        where: { issuer_subject: { issuer, subject } },
        select: { user: { omit: HIDDEN } },
      });
      return identity && withRole(identity.user);
    },
    link: async ({ issuer, subject }, { emailKey, note }) => {
      const parameter = auditParameter({ ...note, subject: "user" });
      const link = LINK({ issuer, subject, emailKey, at: note.at, note: parameter });
      const { rows } = await query<UserRow>(link);
      return rows[0] ? withRole(rows[0]) : null;
    },
  };
}
