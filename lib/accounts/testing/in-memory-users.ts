import type { User, UserChange, UserRepository } from "../ports";
import {
  addUser,
  type People,
  revokeLinks,
  type StoredUser,
  withoutPassword,
} from "./in-memory-people";
import { endRows } from "./in-memory-session-rows";

/** In-memory users that meet the same contract as the PostgreSQL adapter. */
export interface InMemoryUsers extends UserRepository {
  /** A synchronous `find`, because the values that `startSession` checks must not change while it runs. */
  read(id: string): User | null;
  /** Records the time of a sign-in. */
  noteSignIn(id: string, at: Date): void;
}

/** Creates the user repository on the data that the fakes share. */
export function createInMemoryUsers(people: People): InMemoryUsers {
  const { users, auditNotes, sessions } = people;
  const all = () => [...users.values()];
  const update = (user: StoredUser, part: Partial<StoredUser>): User => {
    const changed = { ...user, ...part };
    users.set(user.id, changed);
    return withoutPassword(changed);
  };
  const found = (user: StoredUser | undefined) => (user ? withoutPassword(user) : null);
  return {
    count: async () => users.size,
    countActive: async () => all().filter((user) => !user.deactivatedAt).length,
    list: async () =>
      all()
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map(withoutPassword),
    create: async (user, note) => {
      const created = addUser(people, user);
      if (created) auditNotes.push(note);
      return created;
    },
    // Each account has its key from the beginning.
    fillEmailKeys: async () => [],
    read: (id) => found(users.get(id)),
    find: async (id) => found(users.get(id)),
    findForSignIn: async (email) => all().find((user) => user.email === email) ?? null,
    setPassword: async (id, { passwordHash, at, replacing, keeping, note }) => {
      const user = users.get(id);
      if (!user || (replacing !== null && user.sessionVersion !== replacing)) return null;
      auditNotes.push(note);
      revokeLinks(people, id, at);
      endRows(sessions, id, { allBut: keeping }, { at, because: "password-changed" });
      const sessionVersion = user.sessionVersion + 1;
      return update(user, {
        passwordHash,
        passwordChangedAt: at,
        deactivatedAt: null,
        sessionVersion,
      });
    },
    change: async (id, change, { note, mayBeLast }) => {
      const user = users.get(id);
      if (!user) return { kind: "no-such-user" };
      const part = partOf(change, user, note.at);
      if (part === null) return { kind: "unchanged", user: withoutPassword(user) };
      if (!mayBeLast && isLast(user, all()) && !isActiveAdministrator({ ...user, ...part })) {
        return { kind: "last-administrator" };
      }
      auditNotes.push(note);
      if (change.kind === "deactivation") revokeLinks(people, id, note.at);
      const because = change.kind === "deactivation" ? "deactivated" : "role-changed";
      if (part.sessionVersion) endRows(sessions, id, { allBut: null }, { at: note.at, because });
      return { kind: "changed", user: update(user, part) };
    },
    noteSignIn: (id, at) => {
      const user = users.get(id);
      if (user) update(user, { lastSignedInAt: at });
    },
  };
}

const isActiveAdministrator = ({ role, deactivatedAt }: User) =>
  role === "administrator" && deactivatedAt === null;

/** An administrator without a password does not count if there is one with a password. */
const isLast = (user: StoredUser, all: readonly StoredUser[]) =>
  isActiveAdministrator(user) &&
  !all
    .filter((other) => other.id !== user.id && isActiveAdministrator(other))
    .some((other) => other.passwordHash !== null || user.passwordHash === null);

/** Returns the fields that a change sets; null if the change is already in effect. */
function partOf(change: UserChange, user: User, at: Date): Partial<StoredUser> | null {
  const sessionVersion = user.sessionVersion + 1;
  switch (change.kind) {
    case "role":
      return user.role === change.role ? null : { role: change.role, sessionVersion };
    case "name":
      return user.name === change.name ? null : { name: change.name };
    case "deactivation":
      return user.deactivatedAt ? null : { deactivatedAt: at, sessionVersion };
    case "reactivation":
      return user.deactivatedAt ? { deactivatedAt: null } : null;
  }
}
