import type pg from "pg";
import sql from "sql-template-tag";
import type { NewPasswordLink, PasswordLink, PasswordLinks } from "@/lib/accounts/access-ports";
import { emailKey } from "@/lib/accounts/rules/email";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, statement } from "../core/query";
import { inTransaction } from "../core/transaction";
import { type UserRow, userColumns, withRole } from "./user-rows";
import { endSessionsStatement, revokeLinksStatement, withLockedUser } from "./user-statements";

/**
 * Stores links in the table `invitation`. Creating and using a link lock the user first. The second of two concurrent
 * calls therefore sees the result of the first, so a user never has two open links and no link is used twice.
 */
export function createPasswordLinks(pool: pg.Pool): PasswordLinks {
  const query = createQuery(pool);
  return {
    invite: async (user, { id: linkId, createdAt: linkCreatedAt, ...link }, note) => {
      const person = { ...user, emailKey: emailKey(user.email) };
      const values = { ...person, ...link, linkId, linkCreatedAt, note: auditParameter(note) };
      const { rows } = await query<UserRow>(INVITE(values));
      return rows[0] ? withRole(rows[0]) : null;
    },
    create: (userId, link, note) =>
      withLockedUser(pool, userId, async (client) => {
        const created = { userId, ...link, note: auditParameter(note) };
        return (await client.query(CREATE(created))).rowCount === 1;
      }),
    find: async (hash) => {
      const { rows } = await query<UserRow & LinkRow>(FIND({ hash }));
      const [row] = rows;
      if (!row) return null;
      const { linkId, kind, linkCreatedAt, expiresAt, usedAt, revokedAt, ...user } = row;
      const times = { createdAt: linkCreatedAt, expiresAt, usedAt, revokedAt };
      return { link: { id: linkId, userId: user.id, kind, ...times }, user: withRole(user) };
    },
    use: (hash, passwordHash, note) =>
      inTransaction(pool, async (client) => {
        await client.query(LOCK_USER_OF_LINK({ hash }));
        const used = { hash, passwordHash, at: note.at, note: auditParameter(note) };
        const { rows } = await client.query<UserRow>(USE(used));
        return rows[0] ? withRole(rows[0]) : null;
      }),
  };
}

type LinkRow = Omit<PasswordLink, "id" | "userId" | "createdAt"> & {
  readonly linkId: string;
  readonly linkCreatedAt: Date;
};

const LINK_COLUMNS = sql`id, hash, kind, created_by, created_at, expires_at, user_id`;

type LinkValues = Omit<NewPasswordLink, "id" | "createdAt">;

const INVITE = statement<
  LinkValues & {
    id: string;
    email: string;
    emailKey: string;
    name: string;
    role: string;
    passwordHash: string | null;
    createdAt: Date;
    linkId: string;
    linkCreatedAt: Date;
    note: string;
  }
>(
  null,
  (user) => sql`
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at, email_key)
    VALUES (${user.id}, ${user.email}, ${user.name}, ${user.role}, ${user.passwordHash}, ${user.createdAt}, ${user.createdAt}, ${user.emailKey})
    ON CONFLICT DO NOTHING
    RETURNING *
  ), link AS (
    INSERT INTO invitation (${LINK_COLUMNS})
    SELECT ${user.linkId}::uuid, ${user.hash}::bytea, ${user.kind}, ${user.createdBy}, ${user.linkCreatedAt}::timestamptz, ${user.expiresAt}::timestamptz, changed.id FROM changed
    RETURNING expires_at
  ), audited AS (${auditStatement({
    note: user.note,
    changed: "changed",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role, 'expiresAt', ${user.expiresAt}::timestamptz)`,
  })})
  SELECT ${userColumns("changed")} FROM changed`,
);

const CREATE = statement<NewPasswordLink & { userId: string; note: string }>(
  null,
  (link) => sql`
  WITH person AS (SELECT id FROM app_user WHERE id = ${link.userId} AND deactivated_at IS NULL
  ), revoked AS (${revokeLinksStatement(sql`SELECT id FROM person`, link.createdAt)}
  ), changed AS (
    INSERT INTO invitation (${LINK_COLUMNS})
    SELECT ${link.id}::uuid, ${link.hash}::bytea, ${link.kind}, ${link.createdBy}, ${link.createdAt}::timestamptz, ${link.expiresAt}::timestamptz, person.id FROM person
    RETURNING expires_at
  ), audited AS (${auditStatement({
    note: link.note,
    changed: "changed",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('expiresAt', changed.expires_at)`,
  })})
  SELECT FROM changed`,
);

const FIND = statement<{ hash: Buffer }>(
  null,
  ({ hash }) => sql`
  SELECT ${userColumns("app_user")}, i.id AS "linkId", i.kind, i.created_at AS "linkCreatedAt",
    i.expires_at AS "expiresAt", i.used_at AS "usedAt", i.revoked_at AS "revokedAt"
  FROM invitation AS i JOIN app_user ON app_user.id = i.user_id WHERE i.hash = ${hash}`,
);

const LOCK_USER_OF_LINK = statement<{ hash: Buffer }>(
  null,
  ({ hash }) => sql`
  SELECT u.id FROM app_user AS u JOIN invitation AS i ON i.user_id = u.id WHERE i.hash = ${hash} FOR NO KEY UPDATE OF u`,
);

const USE = statement<{ hash: Buffer; passwordHash: string; at: Date; note: string }>(
  null,
  ({ hash, passwordHash, at, note }) => sql`
  WITH used AS (
    UPDATE invitation AS i SET used_at = ${at} FROM app_user AS u
    WHERE i.hash = ${hash} AND u.id = i.user_id AND u.deactivated_at IS NULL
      AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${at}
    RETURNING i.id AS link_id, i.user_id, i.kind
  ), changed AS (
    UPDATE app_user SET password_hash = ${passwordHash}, password_changed_at = ${at}, session_version = session_version + 1
    FROM used WHERE app_user.id = used.user_id
    RETURNING app_user.*, used.kind
  ), ended AS (${endSessionsStatement({
    users: sql`SELECT id FROM changed`,
    at,
    because: "password-changed",
  })}
  ), revoked AS (
    UPDATE invitation SET revoked_at = ${at} FROM used
    WHERE invitation.user_id = used.user_id AND invitation.id <> used.link_id AND used_at IS NULL AND revoked_at IS NULL
  ), audited AS (${auditStatement({
    note,
    changed: "changed",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('link', changed.kind)`,
  })})
  SELECT ${userColumns("changed")} FROM changed`,
);
