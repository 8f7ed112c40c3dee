import type { Ports } from "@/lib/documents/ports/staged-documents";
import { invalidInput } from "@/lib/kernel/rules/assert-input";
import type { User } from "../ports/users";
import { findAccount } from "./find-account";

/**
 * Ends every session of an administrator and lets them sign in no more, until an operator sets a new password. The last one
 * may be deactivated too: operators make users without signing in. Repeatable.
 * @returns the user, and how many are left that may sign in
 * @throws DomainError `validation-failed` at `#/email` when nobody has it
 */
export async function deactivateUser(
  ports: Pick<Ports, "users" | "clock">,
  input: { email: string },
): Promise<{ user: User; activeUserCount: number }> {
  const { id } = await findAccount(ports, input);
  const user = await ports.users.deactivate(id, ports.clock.now());
  if (!user) throw invalidInput([{ pointer: "#/email", detail: "belongs to no user" }]);
  return { user, activeUserCount: await ports.users.countActive() };
}
