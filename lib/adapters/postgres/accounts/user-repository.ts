import type { UserRepository } from "@/lib/accounts/ports/users";
import { isRole, type Role } from "@/lib/kernel/rules/roles";
import type { Database } from "../core/database";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Users in PostgreSQL. */
export function createUserRepository({ prisma }: Database): UserRepository {
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
    setPassword: async (id, { passwordHash, at, replacing }) => {
      const where = { id, ...(replacing === null ? {} : { sessionVersion: replacing }) };
      const data = {
        ...{ passwordHash, passwordChangedAt: at, deactivatedAt: null },
        sessionVersion: { increment: 1 },
      };
      const [changed] = await prisma.user.updateManyAndReturn({
        where,
        data,
        omit: WITHOUT_PASSWORD,
      });
      return changed ? withRole(changed) : null;
    },
    deactivate: async (id, at) => {
      const where = { id, deactivatedAt: null };
      const data = { deactivatedAt: at, sessionVersion: { increment: 1 } };
      await prisma.user.updateMany({ where, data });
      return find(id);
    },
    noteSignIn: async (id, at) => {
      await prisma.user.updateMany({ where: { id }, data: { lastSignedInAt: at } });
    },
  };
}

/** A role that this version does not know may do the least. */
const withRole = <Row extends { readonly role: string }>(
  row: Row,
): Row & { readonly role: Role } => ({
  ...row,
  role: isRole(row.role) ? row.role : "reader",
});
