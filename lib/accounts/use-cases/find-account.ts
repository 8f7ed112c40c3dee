import { invalidInput } from "@/lib/kernel/rules/assert-input";
import type { User, UserRepository } from "../ports/users";
import { emailProblem, normaliseEmail } from "../rules/email";

/**
 * The administrator with that email, deactivated or not; for operators, who may know who there is.
 * @throws DomainError `validation-failed` at `#/email` when nobody has it
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

/** The one way to say that nobody has the email. */
export const noSuchUser = () =>
  invalidInput([{ pointer: "#/email", detail: "does not belong to a user" }]);
