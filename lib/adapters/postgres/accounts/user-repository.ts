import type { UserRepository } from "@/lib/accounts/ports/users";
import type { Database } from "../core/database";
import { withDatabase } from "../core/database-errors";

const WITHOUT_PASSWORD = { passwordHash: true } as const;

/** Administrators in PostgreSQL. */
export function createUserRepository({ prisma }: Database): UserRepository {
  const find = (id: string) =>
    withDatabase(() => prisma.user.findUnique({ where: { id }, omit: WITHOUT_PASSWORD }));
  return {
    count: () => withDatabase(() => prisma.user.count()),
    countActive: () => withDatabase(() => prisma.user.count({ where: { deactivatedAt: null } })),
    list: () =>
      withDatabase(() =>
        prisma.user.findMany({
          omit: WITHOUT_PASSWORD,
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        }),
      ),
    create: async (user) => {
      const data = { ...user, passwordChangedAt: user.createdAt };
      const [created] = await withDatabase(() =>
        prisma.user.createManyAndReturn({ data, skipDuplicates: true, omit: WITHOUT_PASSWORD }),
      );
      return created ?? null;
    },
    find,
    findForSignIn: (email) => withDatabase(() => prisma.user.findUnique({ where: { email } })),
    setPassword: async (id, { passwordHash, at, replacing }) => {
      const where = { id, ...(replacing === null ? {} : { sessionVersion: replacing }) };
      const data = {
        ...{ passwordHash, passwordChangedAt: at, deactivatedAt: null },
        sessionVersion: { increment: 1 },
      };
      const [changed] = await withDatabase(() =>
        prisma.user.updateManyAndReturn({ where, data, omit: WITHOUT_PASSWORD }),
      );
      return changed ?? null;
    },
    deactivate: async (id, at) => {
      const where = { id, deactivatedAt: null };
      const data = { deactivatedAt: at, sessionVersion: { increment: 1 } };
      await withDatabase(() => prisma.user.updateMany({ where, data }));
      return find(id);
    },
    noteSignIn: async (id, at) => {
      await withDatabase(() =>
        prisma.user.updateMany({ where: { id }, data: { lastSignedInAt: at } }),
      );
    },
  };
}
