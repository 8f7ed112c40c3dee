import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { User } from "../../ports/users";
import { passwordProblem } from "../../rules/password";
import { findAccount, noSuchUser } from "../users/find-account";
import { generatePassword } from "../users/generate-password";
import type { UserPorts } from "../users/prepare-user";

/**
 * Sets a user's password on behalf of an operator. Every session of the user ends, and a deactivated user may sign in
 * again. Only this result contains a generated password.
 * @param input.password null to generate a strong password
 * @throws DomainError `validation-failed` at `#/email` (also if unknown) or `#/password`
 */
export async function resetPassword(
  ports: Omit<UserPorts, "ids">,
  input: { email: string; password: string | null },
): Promise<{ user: User; password: string }> {
  const { id } = await findAccount(ports, input);
  assertInput({ "#/password": input.password === null ? null : passwordProblem(input.password) });
  const password = input.password ?? generatePassword(ports);
  const passwordHash = await ports.passwordHasher.hash(password);
  const at = ports.clock.now();
  const subject = `user:${id}`;
  const note = { at, author: COMMAND_AUTHOR, action: "password-changed", subject } as const;
  const given = { passwordHash, at, replacing: null, keeping: null, note };
  const user = await ports.users.setPassword(id, given);
  if (!user) throw noSuchUser();
  return { user, password };
}
