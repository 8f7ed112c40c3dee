import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { Role } from "@/lib/kernel/rules/roles";
import type { NewUser, PasswordHasher, UserRepository } from "../../ports/users";
import { newEmailProblem, normaliseEmail } from "../../rules/email";
import { passwordProblem } from "../../rules/password";
import { nameOfEmail, userNameProblem } from "../../rules/user-name";
import { generatePassword } from "./generate-password";

/** The data for creating a user. */
export interface UserInput {
  readonly email: string;
  /** null to use the email. */
  readonly name: string | null;
  readonly role: Role;
  /** null to generate a strong password. */
  readonly password: string | null;
}

/** The ports needed to hash a password and store a user. */
export type UserPorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  randomness: Randomness;
  ids: Ids;
  clock: Clock;
};

/**
 * Prepares the data that is stored for a user, without storing it.
 * @returns the data, and the password to be shown once
 * @throws DomainError `validation-failed` at `#/email`, `#/name` or `#/password`
 */
export async function prepareUser(
  ports: UserPorts,
  input: UserInput,
): Promise<{ newUser: NewUser; password: string }> {
  const email = normaliseEmail(input.email);
  const name = input.name?.trim() ?? nameOfEmail(email);
  assertInput({
    "#/email": newEmailProblem(email),
    "#/name": input.name === null ? null : userNameProblem(name),
    "#/password": input.password === null ? null : passwordProblem(input.password),
  });
  const password = input.password ?? generatePassword(ports);
  const passwordHash = await ports.passwordHasher.hash(password);
  const { role } = input;
  const newUser = {
    ...{ id: ports.ids.uuid(), email, name, role, passwordHash },
    createdAt: ports.clock.now(),
  };
  return { newUser, password };
}
