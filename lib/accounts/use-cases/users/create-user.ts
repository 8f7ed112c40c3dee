import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { invalidInput } from "@/lib/kernel/rules/assert-input";
import type { User } from "../../ports/users";
import { prepareUser, type UserInput, type UserPorts } from "./prepare-user";

/**
 * Creates a user with a password, for operators; administrators invite users instead. Only this result contains a
 * generated password; only its hash is stored.
 * @throws DomainError `validation-failed` at `#/email` (also if it is in use), `#/name` or `#/password`
 */
export async function createUser(
  ports: UserPorts,
  input: UserInput,
): Promise<{ user: User; password: string }> {
  const { newUser, password } = await prepareUser(ports, input);
  const { id, createdAt: at } = newUser;
  const note = {
    at,
    author: COMMAND_AUTHOR,
    action: "user-created",
    subject: `user:${id}`,
  } as const;
  const user = await ports.users.create(newUser, note);
  if (!user) throw invalidInput([{ pointer: "#/email", detail: "is taken by another user" }]);
  return { user, password };
}
