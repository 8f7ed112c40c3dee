import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { User, UserRepository } from "../ports/users";
import { endRows, type SessionRows } from "./in-memory-session-rows";

type StoredUser = User & { readonly passwordHash: string | null };

/** Users in memory, kept to the same contract as PostgreSQL. */
export interface InMemoryUsers extends UserRepository {
  /** As `find`, at once: what starting a session judges by must not change meanwhile. */
  read(id: string): User | null;
  /** What starting a session notes. */
  noteSignIn(id: string, at: Date): void;
  /** What the audit was told, oldest first. */
  readonly notes: readonly AuditNote[];
}

/** Makes an empty store of users, who end their sessions in these rows. */
export function createInMemoryUsers(sessions: SessionRows): InMemoryUsers {
  const notes: AuditNote[] = [];
  const users = new Map<string, StoredUser>();
  const withEmail = (email: string) => [...users.values()].find((user) => user.email === email);
  const change = (id: string, part: (user: StoredUser) => Partial<StoredUser>): User | null => {
    const user = users.get(id);
    if (!user) return null;
    const changed = { ...user, ...part(user) };
    users.set(id, changed);
    return withoutPassword(changed);
  };
  const read = (id: string) => change(id, () => ({}));
  return {
    notes,
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
    read,
    find: async (id) => read(id),
    findForSignIn: async (email) => withEmail(email) ?? null,
    setPassword: async (id, { passwordHash, at, replacing, keeping, note }) => {
      const now = users.get(id);
      if (!now || (replacing !== null && now.sessionVersion !== replacing)) return null;
      endRows(sessions, id, { allBut: keeping }, { at, because: "password-changed" });
      notes.push(note);
      return change(id, ({ sessionVersion }) => ({
        ...{ passwordHash, passwordChangedAt: at, deactivatedAt: null },
        sessionVersion: sessionVersion + 1,
      }));
    },
    deactivate: async (id, at) => {
      endRows(sessions, id, { allBut: null }, { at, because: "deactivated" });
      return change(id, ({ deactivatedAt, sessionVersion }) =>
        deactivatedAt ? {} : { deactivatedAt: at, sessionVersion: sessionVersion + 1 },
      );
    },
    noteSignIn: (id, at) => void change(id, () => ({ lastSignedInAt: at })),
  };
}

function withoutPassword({ passwordHash: _, ...user }: StoredUser): User {
  return user;
}
