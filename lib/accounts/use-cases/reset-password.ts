import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { User } from "../ports/users";
import { passwordProblem } from "../rules/password";
import { findAccount, noSuchUser } from "./find-account";
import { generatePassword } from "./generate-password";
import type { UserPorts } from "./prepare-user";

/**
 * Gives a user another password, as an operator may: every session of theirs ends, and one that was deactivated may
 * sign in again. This answer is the only place where a generated password ever is.
 * @param input.password null: a strong one is generated
 * @throws DomainError `validation-failed` at `#/email` (unknown ones too) or `#/password`
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
