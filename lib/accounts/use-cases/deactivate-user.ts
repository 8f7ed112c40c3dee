import type { Clock } from "@/lib/kernel/ports/system";
import type { User, UserRepository } from "../ports/users";
import { findAccount, noSuchUser } from "./find-account";

/**
 * Ends every session of an administrator and lets them sign in no more, until an operator sets a new password. The last one
 * may be deactivated too: operators make users without signing in. Repeatable.
 * @returns the user, and how many are left that may sign in
 * @throws DomainError `validation-failed` at `#/email` when nobody has it
 */
export async function deactivateUser(
  ports: { users: UserRepository; clock: Clock },
  input: { email: string },
): Promise<{ user: User; activeUserCount: number }> {
  const { id } = await findAccount(ports, input);
  const user = await ports.users.deactivate(id, ports.clock.now());
  if (!user) throw noSuchUser();
  return { user, activeUserCount: await ports.users.countActive() };
}
