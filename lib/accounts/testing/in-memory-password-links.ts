import type { NewPasswordLink, PasswordLinks } from "../access-ports";
import { passwordLinkState } from "../rules/password";
import { addUser, type People, revokeLinks, withoutPassword } from "./in-memory-people";
import { endRows } from "./in-memory-session-rows";

/** Creates an in-memory store of password links that meets the same contract as the PostgreSQL adapter. */
export function createInMemoryPasswordLinks(people: People): PasswordLinks {
  const { users, links, auditNotes } = people;
  const add = (userId: string, { hash, createdBy: _, ...link }: NewPasswordLink) =>
    links.set(hash.toString("hex"), { ...link, userId, usedAt: null, revokedAt: null });
  return {
    invite: async (user, link, note) => {
      const created = addUser(people, user);
      if (!created) return null;
      add(user.id, link);
      auditNotes.push(note);
      return created;
    },
    create: async (userId, link, note) => {
      const user = users.get(userId);
      if (!user || user.deactivatedAt) return false;
      revokeLinks(people, userId, note.at);
      add(userId, link);
      auditNotes.push(note);
      return true;
    },
    find: async (hash) => {
      const link = links.get(hash.toString("hex"));
      const user = link && users.get(link.userId);
      return link && user ? { link, user: withoutPassword(user) } : null;
    },
    use: async (hash, passwordHash, note) => {
      const key = hash.toString("hex");
      const link = links.get(key);
      const user = link && users.get(link.userId);
      if (!link || !user || user.deactivatedAt) return null;
      if (passwordLinkState(link, note.at) !== "open") return null;
      links.set(key, { ...link, usedAt: note.at });
      revokeLinks(people, user.id, note.at);
      const ending = { at: note.at, because: "password-changed" } as const;
      endRows(people.sessions, user.id, { allBut: null }, ending);
      const sessionVersion = user.sessionVersion + 1;
      const changed = { ...user, passwordHash, passwordChangedAt: note.at, sessionVersion };
      users.set(user.id, changed);
      auditNotes.push(note);
      return withoutPassword(changed);
    },
  };
}
