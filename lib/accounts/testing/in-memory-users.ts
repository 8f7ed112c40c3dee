import type { User, UserRepository } from "../ports/users";

type StoredUser = User & { readonly passwordHash: string | null };

/** Makes an empty store of users, kept to the same contract as PostgreSQL. */
export function createInMemoryUsers(): UserRepository {
  const users = new Map<string, StoredUser>();
  const withEmail = (email: string) => [...users.values()].find((user) => user.email === email);
  const change = (id: string, part: (user: StoredUser) => Partial<StoredUser>): User | null => {
    const user = users.get(id);
    if (!user) return null;
    const changed = { ...user, ...part(user) };
    users.set(id, changed);
    return withoutPassword(changed);
  };
  return {
    count: async () => users.size,
    countActive: async () => [...users.values()].filter((user) => !user.deactivatedAt).length,
    list: async () =>
      [...users.values()]
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map(withoutPassword),
    create: async (user) => {
      if (withEmail(user.email)) return null;
      const rest = { passwordChangedAt: user.createdAt, lastSignedInAt: null, deactivatedAt: null };
      users.set(user.id, { ...user, ...rest, sessionVersion: 1 });
      return change(user.id, () => ({}));
    },
    find: async (id) => change(id, () => ({})),
    findForSignIn: async (email) => withEmail(email) ?? null,
    setPassword: async (id, { passwordHash, at, replacing }) =>
      replacing !== null && users.get(id)?.sessionVersion !== replacing
        ? null
        : change(id, ({ sessionVersion }) => ({
            ...{ passwordHash, passwordChangedAt: at, deactivatedAt: null },
            sessionVersion: sessionVersion + 1,
          })),
    deactivate: async (id, at) =>
      change(id, ({ deactivatedAt, sessionVersion }) =>
        deactivatedAt ? {} : { deactivatedAt: at, sessionVersion: sessionVersion + 1 },
      ),
    noteSignIn: async (id, at) => {
      change(id, () => ({ lastSignedInAt: at }));
    },
  };
}

function withoutPassword({ passwordHash: _, ...user }: StoredUser): User {
  return user;
}
