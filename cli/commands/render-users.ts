import type { LiftedThrottle, User } from "@/lib/accounts/ports";
import type { deactivateUser } from "@/lib/accounts/use-cases/users";
import { renderTable, renderTime } from "../command/text-table";

const HEADER = ["email", "name", "created", "password of", "last sign-in", "state", "role"];

/** Renders one aligned line per user; times are in UTC. */
export function renderUsers(users: readonly User[]): string {
  const rows = users.map((user) => [
    user.email,
    user.name,
    renderTime(user.createdAt),
    renderTime(user.passwordChangedAt),
    renderTime(user.lastSignedInAt),
    user.deactivatedAt ? "deactivated" : "active",
    user.role,
  ]);
  return renderTable(HEADER, rows);
}

/**
 * Renders a generated password, which is not shown again. The password is null if the user chose it, because it is not
 * repeated then.
 */
export function renderPassword(password: string | null, sentence: string): string {
  if (password === null) return `${sentence}\n`;
  return `${password}\n\n${sentence}\nThis is the password. It is shown only once. Store it with your secrets.\n`;
}

/** Renders the deactivated user, and whether any user can still sign in. */
export function renderDeactivated({
  user,
  activeUserCount,
}: Awaited<ReturnType<typeof deactivateUser>>): string {
  const sentence = `${user.email} is deactivated: all sessions have ended, and no new one can start.\n`;
  if (activeUserCount > 0) return sentence;
  return `${sentence}No user can sign in now. Use npm run user -- create, reset-password or reactivate.\n`;
}

/** Renders who can try again, and whether anybody was locked out. */
export function renderUnlocked(lifted: LiftedThrottle, refusingCount: number): string {
  if (refusingCount === 0) return nothingLocked(lifted);
  const locks = `${refusingCount} ${refusingCount === 1 ? "lock was" : "locks were"} removed`;
  return `${whoMayTryAgain(lifted)}: ${locks}.\n`;
}

function whoMayTryAgain(lifted: LiftedThrottle): string {
  if ("email" in lifted) return `Everybody can try to sign in as ${lifted.email} again`;
  if ("address" in lifted) return "Everybody can try to sign in from this address again";
  return "Everybody can try to sign in again";
}

function nothingLocked(lifted: LiftedThrottle): string {
  if ("email" in lifted)
    return `Nothing was locked for ${lifted.email}. Its failed attempts were reset.\n`;
  if ("address" in lifted)
    return "Nothing was locked for this address. Its failed attempts were reset.\n";
  return "Nothing was locked. All failed attempts were reset.\n";
}
