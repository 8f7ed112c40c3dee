import type { UserRepository } from "@/lib/accounts/ports/users";
import type { Database } from "../core/database";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Administrators in PostgreSQL. */
export function createUserRepository({ prisma }: Database): UserRepository {
  const find = (id: string) => prisma.user.findUnique({ where: { id }, omit: WITHOUT_PASSWORD });
  return {
    count: () => prisma.user.count(),
    countActive: () => prisma.user.count({ where: { deactivatedAt: null } }),
    list: () =>
      prisma.user.findMany({
        omit: WITHOUT_PASSWORD,
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
    create: async (user) => {
      const data = { ...user, passwordChangedAt: user.createdAt };
      const [created] = await prisma.user.createManyAndReturn({
        data,
        skipDuplicates: true,
        omit: WITHOUT_PASSWORD,
      });
      return created ?? null;
    },
    find,
    findForSignIn: (email) => prisma.user.findUnique({ where: { email } }),
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
      return changed ?? null;
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
