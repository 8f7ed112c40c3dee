import type { User } from "@/lib/accounts/ports/users";
import type { deactivateUser } from "@/lib/accounts/use-cases/deactivate-user";
import { renderTable } from "../command/render-table";

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

/** A password that was made, once: nobody can show it again. One that was given is not repeated. */
export function renderPassword(made: string | null, sentence: string): string {
  if (made === null) return `${sentence}\n`;
  return `${made}\n\n${sentence}\nThis is the password. It is shown only now: keep it where secrets are kept.\n`;
}

/** Who may sign in no more, and whether that was the last one. */
export function renderDeactivated({
  user,
  activeUserCount,
}: Awaited<ReturnType<typeof deactivateUser>>): string {
  const sentence = `${user.email} is deactivated: every session has ended, and none can begin.\n`;
  if (activeUserCount > 0) return sentence;
  return `${sentence}Nobody can sign in now: npm run user -- create, or reset-password, lets somebody in again.\n`;
}

const renderTime = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace("T", " ") : "never";
