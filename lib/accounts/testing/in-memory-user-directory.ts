import { ROLES } from "@/lib/kernel/rules/actor";
import type { SecondFactorRepository } from "../access-ports";
import type { ListedUser, UserDirectory } from "../ports";
import type { UserOrder } from "../rules/user-order";
import { type People, type StoredUser, withoutPassword } from "./in-memory-people";

/** Creates an in-memory user directory that meets the same contract as the PostgreSQL adapter. */
export function createInMemoryUserDirectory(
  people: People,
  secondFactors: SecondFactorRepository,
): UserDirectory {
  const { users } = people;
  const listed = async (user: StoredUser): Promise<ListedUser> => ({
    ...listedWithoutFactor(people, user),
    hasSecondFactor: Boolean((await secondFactors.find(user.id))?.confirmedAt),
  });
  return {
    list: async ({ text, order, limit }) => {
      const wanted = text.toLowerCase();
      const found = [...users.values()]
        .filter(({ name, email }) => [name, email].some((of) => of.toLowerCase().includes(wanted)))
        .sort((a, b) => ORDERS[order](a, b) || byText(a.email, b.email));
      return {
        users: await Promise.all(found.slice(0, limit).map(listed)),
        total: found.length,
      };
    },
    find: async (id) => {
      const user = users.get(id);
      return user ? listed(user) : null;
    },
  };
}

function listedWithoutFactor({ links }: People, user: StoredUser) {
  const link = [...links.values()].findLast(
    ({ userId, usedAt, revokedAt }) => userId === user.id && !usedAt && !revokedAt,
  );
  return {
    ...withoutPassword(user),
    hasPassword: user.passwordHash !== null,
    link: link ? { kind: link.kind, expiresAt: link.expiresAt } : null,
  };
}

const byText = (a: string, b: string) => a.toLowerCase().localeCompare(b.toLowerCase());
const latestFirst = (a: Date | null, b: Date | null) => (b?.getTime() ?? 0) - (a?.getTime() ?? 0);

const ORDERS: Readonly<Record<UserOrder, (a: StoredUser, b: StoredUser) => number>> = {
  name: (a, b) => byText(a.name, b.name),
  email: (a, b) => byText(a.email, b.email),
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || byText(a.name, b.name),
  "last-sign-in": (a, b) => latestFirst(a.lastSignedInAt, b.lastSignedInAt),
  created: (a, b) => latestFirst(a.createdAt, b.createdAt),
};
