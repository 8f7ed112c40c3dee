import type { UserRepository } from "@/lib/accounts/ports/users";
import { auditParameter, auditStatement } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { createUserChange } from "./user-change";
import { endSessions, revokeLinks } from "./user-effects";
import { type UserRow, userColumns, withRole } from "./user-rows";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Users in PostgreSQL. */
export function createUserRepository({ pool, prisma }: Database): UserRepository {
  const query = createQuery(pool);
  return {
    count: () => prisma.user.count(),
    countActive: () => prisma.user.count({ where: { deactivatedAt: null } }),
    list: async () => {
      const rows = await prisma.user.findMany({
        omit: WITHOUT_PASSWORD,
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(withRole);
    },
    create: async ({ id, email, name, role, passwordHash, createdAt }, note) => {
      const values = [id, email, name, role, passwordHash, createdAt, auditParameter(note)];
      const { rows } = await query<UserRow>({ text: CREATE }, values);
      return rows[0] ? withRole(rows[0]) : null;
    },
    find: async (id) => {
      const row = await prisma.user.findUnique({ where: { id }, omit: WITHOUT_PASSWORD });
      return row && withRole(row);
    },
    findForSignIn: async (email) => {
      const row = await prisma.user.findUnique({ where: { email } });
      return row && withRole(row);
    },
    setPassword: async (id, { passwordHash, at, replacing, keeping, note }) => {
      const values = [id, passwordHash, at, replacing, auditParameter(note), keeping];
      const { rows } = await query<UserRow>({ text: SET_PASSWORD }, values);
      return rows[0] ? withRole(rows[0]) : null;
    },
    change: createUserChange(pool),
    noteSignIn: async (id, at) => {
      await prisma.user.updateMany({ where: { id }, data: { lastSignedInAt: at } });
    },
  };
}

const CREATE = `
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audited AS (${auditStatement({
    ...{ note: "$7", changed: "changed", before: "NULL::jsonb" },
    after: "jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

const SET_PASSWORD = `
  WITH old AS (SELECT id, deactivated_at FROM app_user WHERE id = $1
  ), changed AS (
    UPDATE app_user SET password_hash = $2, password_changed_at = $3, deactivated_at = NULL,
      session_version = session_version + 1
    FROM old WHERE app_user.id = old.id AND ($4::int IS NULL OR session_version = $4)
    RETURNING app_user.*, old.deactivated_at IS NULL AS was_active
  ), ended AS (${endSessions("changed", "password-changed", "$3")} AND user_session.id IS DISTINCT FROM $6::uuid
  ), revoked AS (${revokeLinks("changed", "$3")}
  ), audited AS (${auditStatement({
    ...{ note: "$5", changed: "changed" },
    before: "jsonb_build_object('active', changed.was_active)",
    after: "jsonb_build_object('active', true)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;
