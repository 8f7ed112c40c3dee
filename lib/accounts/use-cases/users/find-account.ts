import { invalidInput } from "@/lib/kernel/rules/assert-input";
import type { User, UserRepository } from "../../ports/users";
import { emailProblem, normaliseEmail } from "../../rules/email";

/**
 * Finds the user with that email, deactivated or not. For operators, who may know which users exist.
 * @throws DomainError `validation-failed` at `#/email` if no user has it
 */
export async function findAccount(
  { users }: { users: UserRepository },
  input: { email: string },
): Promise<User> {
  const email = normaliseEmail(input.email);
  const detail = emailProblem(email);
  if (detail !== null) throw invalidInput([{ pointer: "#/email", detail }]);
  const found = await users.findForSignIn(email);
  if (!found) throw noSuchUser();
  const { passwordHash: _, ...user } = found;
  return user;
}

/** Creates the error for an email that no user has. */
export const noSuchUser = () =>
  invalidInput([{ pointer: "#/email", detail: "does not belong to a user" }]);
