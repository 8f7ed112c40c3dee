import type { User } from "@/lib/accounts/ports/users";
import type { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { renderTable, renderTime } from "../command/text-table";

const HEADER = ["email", "name", "created", "password of", "last sign-in", "state"];

/** One aligned line for each user; times in UTC. */
export function renderUsers(users: readonly User[]): string {
  const rows = users.map((user) => [
    user.email,
    user.name,
    renderTime(user.createdAt),
    renderTime(user.passwordChangedAt),
    renderTime(user.lastSignedInAt),
    user.deactivatedAt ? "deactivated" : "active",
  ]);
  return renderTable(HEADER, rows);
}

/** A generated password, which nothing can show again; null: it was given, and is not repeated. */
export function renderPassword(made: string | null, sentence: string): string {
  if (made === null) return `${sentence}\n`;
  return `${made}\n\n${sentence}\nThis is the password. It is shown only once. Store it with your secrets.\n`;
}

/** Who was deactivated, and whether anybody is left who can sign in. */
export function renderDeactivated({
  user,
  activeUserCount,
}: Awaited<ReturnType<typeof deactivateUser>>): string {
  const sentence = `${user.email} is deactivated: all sessions have ended, and no new one can start.\n`;
  if (activeUserCount > 0) return sentence;
  return `${sentence}No user can sign in now. Use npm run user -- create or reset-password.\n`;
}
