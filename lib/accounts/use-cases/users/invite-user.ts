import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import { assertInput, invalidInput } from "@/lib/kernel/rules/assert-input";
import type { Role } from "@/lib/kernel/rules/roles";
import type { PasswordLinks } from "../../ports/password-links";
import type { User } from "../../ports/users";
import { newEmailProblem, normaliseEmail } from "../../rules/email";
import { nameOfEmail, userNameProblem } from "../../rules/user-name";
import { type MadePasswordLink, makePasswordLink } from "./make-password-link";
import { authorOfManager, type UserManager } from "./user-manager";

/**
 * Creates a user without a password, and a link for choosing one, so that nobody else ever knows the password. Only this
 * result contains the link's token.
 * @param input.name null to use the email
 * @throws DomainError `validation-failed` at `#/email` (also if it is in use) or `#/name`
 */
export async function inviteUser(
  ports: { passwordLinks: PasswordLinks; clock: Clock; ids: Ids; randomness: Randomness },
  input: {
    readonly email: string;
    readonly name: string | null;
    readonly role: Role;
    readonly manager: UserManager;
  },
): Promise<{ user: User; link: MadePasswordLink }> {
  const email = normaliseEmail(input.email);
  const name = input.name?.trim() ?? nameOfEmail(email);
  assertInput({
    "#/email": newEmailProblem(email),
    "#/name": input.name === null ? null : userNameProblem(name),
  });
  const author = authorOfManager(input.manager);
  const createdAt = ports.clock.now();
  const id = ports.ids.uuid();
  const { made, stored } = makePasswordLink(ports, { kind: "invitation", createdBy: author.actor });
  const newUser = { id, email, name, role: input.role, passwordHash: null, createdAt };
  const note = { at: createdAt, author, action: "user-invited", subject: `user:${id}` } as const;
  const user = await ports.passwordLinks.invite(newUser, stored, note);
  if (!user) throw invalidInput([{ pointer: "#/email", detail: "is taken by another user" }]);
  return { user, link: made };
}
