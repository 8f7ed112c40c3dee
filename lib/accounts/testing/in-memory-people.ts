import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { PasswordLink } from "../ports/password-links";
import type { User } from "../ports/users";
import type { SessionRows } from "./in-memory-session-rows";

/** A user with their password's hash, as the fakes keep one. */
export type StoredUser = User & { readonly passwordHash: string | null };

/** What the fakes of users, links and the directory share, as their tables do in PostgreSQL. */
export interface People {
  readonly users: Map<string, StoredUser>;
  /** By the hash as hexadecimal text. */
  readonly links: Map<string, PasswordLink>;
  readonly sessions: SessionRows;
  /** What the audit was told, oldest first. */
  readonly auditNotes: AuditNote[];
}

/** Nobody yet. */
export const createPeople = (): People => ({
  ...{ users: new Map(), links: new Map(), sessions: new Map(), auditNotes: [] },
});

/** What everybody may know of a user. */
export function withoutPassword({ passwordHash: _, ...user }: StoredUser): User {
  return user;
}

/** Revokes the links of a user that still work. */
export function revokeLinks({ links }: People, userId: string, at: Date): void {
  for (const [hash, link] of links) {
    if (link.userId !== userId || link.usedAt || link.revokedAt) continue;
    links.set(hash, { ...link, revokedAt: at });
  }
}

/** Stores a new user. null: the email is taken. */
export function addUser(
  { users }: People,
  user: Omit<
    StoredUser,
    "passwordChangedAt" | "lastSignedInAt" | "deactivatedAt" | "sessionVersion"
  >,
): User | null {
  if ([...users.values()].some(({ email }) => email === user.email)) return null;
  const rest = { passwordChangedAt: user.createdAt, lastSignedInAt: null, deactivatedAt: null };
  const stored = { ...user, ...rest, sessionVersion: 1 };
  users.set(user.id, stored);
  return withoutPassword(stored);
}
