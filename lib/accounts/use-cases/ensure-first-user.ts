import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { prepareUser, type UserPorts } from "./prepare-user";

/** The default name of the first administrator. */
const NAME = "Administrator";

/**
 * Makes the first administrator where there is none, so that somebody can sign in. Deactivated ones count, because nobody
 * wants those back. Of several machines that start at once, one makes it.
 * @param input.password null: a strong one is generated
 * @returns what to sign in with, shown here and never again; null: there is a user already
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
