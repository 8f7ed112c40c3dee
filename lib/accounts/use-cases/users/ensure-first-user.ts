import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { prepareUser, type UserPorts } from "./prepare-user";

/** The default name of the first administrator. */
const NAME = "Administrator";

/**
 * Creates the first administrator if there are no users, so that somebody can sign in. Deactivated users count, so that
 * none of them is replaced. If several machines start concurrently, only one of them creates the administrator.
 * @param input.password null to generate a strong one
 * @returns the credentials, which are shown only here; null if there already is a user
 * @throws DomainError `validation-failed` at `#/email` or `#/password`
 */
export async function ensureFirstUser(
  ports: UserPorts,
  input: { email: string; password: string | null },
): Promise<{ email: string; password: string } | null> {
  if ((await ports.users.count()) > 0) return null;
  const { newUser, password } = await prepareUser(ports, {
    ...input,
    name: NAME,
    role: "administrator",
  });
  const { id, createdAt: at } = newUser;
  const note = {
    at,
    author: COMMAND_AUTHOR,
    action: "user-created",
    subject: `user:${id}`,
  } as const;
  const user = await ports.users.create(newUser, note);
  return user && { email: user.email, password };
}
