import type { UserRepository } from "@/lib/accounts/ports/users";
import { auditParameter } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery } from "../core/query";
import { createUserChange } from "./user-change";
import { type UserRow, withRole } from "./user-rows";
import { CREATE_USER, SET_PASSWORD } from "./user-statements";
import { withLockedUser } from "./with-locked-user";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Stores users in PostgreSQL. */
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
      const { rows } = await query<UserRow>({ text: CREATE_USER }, values);
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
    setPassword: (id, { passwordHash, at, replacing, keeping, note }) =>
      withLockedUser(pool, id, async (client) => {
        const values = [id, passwordHash, at, replacing, keeping, auditParameter(note)];
        const { rows } = await client.query<UserRow>(SET_PASSWORD, values);
        return rows[0] ? withRole(rows[0]) : null;
      }),
    change: createUserChange(pool),
  };
}
