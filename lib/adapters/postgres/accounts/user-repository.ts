import type { User, UserRepository } from "@/lib/accounts/ports/users";
import type { Role } from "@/lib/kernel/rules/roles";
import { auditParameter } from "../core/audit-statement";
import type { Database } from "../core/database";
import { knownRole } from "./known-role";
import { DEACTIVATE_USER, SET_PASSWORD } from "./user-statements";
import { withLockedUser } from "./with-locked-user";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Users in PostgreSQL. */
export function createUserRepository({ pool, prisma }: Database): UserRepository {
  const find = async (id: string) => {
    const row = await prisma.user.findUnique({ where: { id }, omit: WITHOUT_PASSWORD });
    return row && withRole(row);
  };
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
    create: async (user) => {
      const data = { ...user, passwordChangedAt: user.createdAt };
      const [created] = await prisma.user.createManyAndReturn({
        data,
        skipDuplicates: true,
        omit: WITHOUT_PASSWORD,
      });
      return created ? withRole(created) : null;
    },
    find,
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
    deactivate: async (id, at) => {
      await withLockedUser(pool, id, (client) => client.query(DEACTIVATE_USER, [id, at]));
      return find(id);
    },
  };
}

type UserRow = Omit<User, "role"> & { readonly role: string };

const withRole = <Row extends { readonly role: string }>(
  row: Row,
): Row & { readonly role: Role } => ({ ...row, role: knownRole(row.role) });
