import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { PasswordLink } from "../access-ports";
import type { User } from "../ports";
import { emailKey } from "../rules/email";
import type { SessionRows } from "./in-memory-session-rows";

/** A user with the password hash, as the fakes store it. */
export type StoredUser = User & { readonly passwordHash: string | null };

/** The data that the fakes of users, links and the directory share, like the tables in PostgreSQL. */
export interface People {
  readonly users: Map<string, StoredUser>;
  /** Keyed by the hash in hexadecimal. */
  readonly links: Map<string, PasswordLink>;
  readonly sessions: SessionRows;
  /** All audit notes, oldest first. */
  readonly auditNotes: AuditNote[];
}

/** Creates empty tables. */
export const createPeople = (): People => ({
  users: new Map(),
  links: new Map(),
  sessions: new Map(),
  auditNotes: [],
});

/** Returns the user without the password hash. */
export function withoutPassword({ passwordHash: _, ...user }: StoredUser): User {
  return user;
}

/** Revokes the user's links that still work. */
export function revokeLinks({ links }: People, userId: string, at: Date): void {
  for (const [hash, link] of links) {
    if (link.userId !== userId || link.usedAt || link.revokedAt) continue;
    links.set(hash, { ...link, revokedAt: at });
  }
}

/** Stores a new user. Returns null if the key of the email is already in use. */
export function addUser(
  { users }: People,
  user: Omit<
    StoredUser,
    "passwordChangedAt" | "lastSignedInAt" | "deactivatedAt" | "sessionVersion"
  >,
): User | null {
  const key = emailKey(user.email);
  if ([...users.values()].some(({ email }) => emailKey(email) === key)) return null;
  const rest = { passwordChangedAt: user.createdAt, lastSignedInAt: null, deactivatedAt: null };
  const stored = { ...user, ...rest, sessionVersion: 1 };
  users.set(user.id, stored);
  return withoutPassword(stored);
}
