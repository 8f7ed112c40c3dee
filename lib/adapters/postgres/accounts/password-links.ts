import type pg from "pg";
import type { NewPasswordLink, PasswordLink, PasswordLinks } from "@/lib/accounts/access-ports";
import { emailKey } from "@/lib/accounts/rules/email";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { endSessionsStatement } from "./end-sessions-statement";
import { revokeLinksStatement } from "./revoke-links-statement";
import { type UserRow, userColumns, withRole } from "./user-rows";
import { withLockedUser } from "./with-locked-user";

/**
 * Stores links in the table `invitation`. Creating and using a link lock the user first. The second of two concurrent
 * calls therefore sees the result of the first, so a user never has two open links and no link is used twice.
 */
export function createPasswordLinks(pool: pg.Pool): PasswordLinks {
  const query = createQuery(pool);
  return {
    invite: async ({ id, email, name, role, passwordHash, createdAt }, link, note) => {
      const user = [id, email, name, role, passwordHash, createdAt];
      const values = [...user, auditParameter(note), ...linkValues(link), emailKey(email)];
      const { rows } = await query<UserRow>({ text: INVITE }, values);
      return rows[0] ? withRole(rows[0]) : null;
    },
    create: (userId, link, note) =>
      withLockedUser(pool, userId, async (client) => {
        const values = [userId, auditParameter(note), ...linkValues(link)];
        const { rowCount } = await client.query(CREATE, values);
        return rowCount === 1;
      }),
    find: async (hash) => {
      const { rows } = await query<UserRow & LinkRow>({ text: FIND }, [hash]);
      const [row] = rows;
      if (!row) return null;
      const { linkId, kind, linkCreatedAt, expiresAt, usedAt, revokedAt, ...user } = row;
      const times = { createdAt: linkCreatedAt, expiresAt, usedAt, revokedAt };
      return { link: { id: linkId, userId: user.id, kind, ...times }, user: withRole(user) };
    },
    use: (hash, passwordHash, note) =>
      inTransaction(pool, async (client) => {
        await client.query(LOCK_USER_OF_LINK, [hash]);
        const values = [hash, passwordHash, note.at, auditParameter(note)];
        const { rows } = await client.query<UserRow>(USE, values);
        return rows[0] ? withRole(rows[0]) : null;
      }),
  };
}

type LinkRow = Omit<PasswordLink, "id" | "userId" | "createdAt"> & {
  readonly linkId: string;
  readonly linkCreatedAt: Date;
};

const linkValues = ({ id, hash, kind, createdBy, createdAt, expiresAt }: NewPasswordLink) => [
  id,
  hash,
  kind,
  createdBy,
  createdAt,
  expiresAt,
];

const LINK_COLUMNS = "id, hash, kind, created_by, created_at, expires_at, user_id";

const INVITE = `
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at, email_key)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $14)
    ON CONFLICT DO NOTHING
    RETURNING *
  ), link AS (
    INSERT INTO invitation (${LINK_COLUMNS})
    SELECT $8::uuid, $9::bytea, $10, $11, $12::timestamptz, $13::timestamptz, changed.id FROM changed
    RETURNING expires_at
  ), audited AS (${auditStatement({
    note: "$7",
    changed: "changed",
    before: "NULL::jsonb",
    after:
      "jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role, 'expiresAt', $13::timestamptz)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

const CREATE = `
  WITH person AS (SELECT id FROM app_user WHERE id = $1 AND deactivated_at IS NULL
  ), revoked AS (${revokeLinksStatement("SELECT id FROM person", "$7")}
  ), changed AS (
    INSERT INTO invitation (${LINK_COLUMNS})
    SELECT $3::uuid, $4::bytea, $5, $6, $7::timestamptz, $8::timestamptz, person.id FROM person
    RETURNING expires_at
  ), audited AS (${auditStatement({
    note: "$2",
    changed: "changed",
    before: "NULL::jsonb",
    after: "jsonb_build_object('expiresAt', changed.expires_at)",
  })})
  SELECT FROM changed`;

const FIND = `
  SELECT ${userColumns("app_user")}, i.id AS "linkId", i.kind, i.created_at AS "linkCreatedAt",
    i.expires_at AS "expiresAt", i.used_at AS "usedAt", i.revoked_at AS "revokedAt"
  FROM invitation AS i JOIN app_user ON app_user.id = i.user_id WHERE i.hash = $1`;

const LOCK_USER_OF_LINK = `
  SELECT u.id FROM app_user AS u JOIN invitation AS i ON i.user_id = u.id WHERE i.hash = $1 FOR NO KEY UPDATE OF u`;

const USE = `
  WITH used AS (
    UPDATE invitation AS i SET used_at = $3 FROM app_user AS u
    WHERE i.hash = $1 AND u.id = i.user_id AND u.deactivated_at IS NULL
      AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $3
    RETURNING i.id AS link_id, i.user_id, i.kind
  ), changed AS (
    UPDATE app_user SET password_hash = $2, password_changed_at = $3, session_version = session_version + 1
    FROM used WHERE app_user.id = used.user_id
    RETURNING app_user.*, used.kind
  ), ended AS (${endSessionsStatement({
    users: "SELECT id FROM changed",
    at: "$3",
    because: "password-changed",
  })}
  ), revoked AS (
    UPDATE invitation SET revoked_at = $3 FROM used
    WHERE invitation.user_id = used.user_id AND invitation.id <> used.link_id AND used_at IS NULL AND revoked_at IS NULL
  ), audited AS (${auditStatement({
    note: "$4",
    changed: "changed",
    before: "NULL::jsonb",
    after: "jsonb_build_object('link', changed.kind)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;
