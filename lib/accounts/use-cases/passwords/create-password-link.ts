import type { Clock, Ids, Randomness } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordLinks } from "../../ports/password-links";
import type { User, UserRepository } from "../../ports/users";
import { type MadePasswordLink, makePasswordLink } from "../users/make-password-link";
import {
  assertNotOwn,
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
} from "../users/user-manager";

/**
 * Creates a link to choose a password: an invitation if the user has no password, otherwise a reset. Earlier links stop
 * working; the password and the sessions remain until the link is used. Only this result contains the token. Users cannot
 * create a link for themselves, because it would bypass the check of their current password.
 * @throws DomainError `own-account`, `user-deactivated`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function createPasswordLink(
  ports: {
    users: UserRepository;
    passwordLinks: PasswordLinks;
    clock: Clock;
    ids: Ids;
    randomness: Randomness;
  },
  ref: UserRef,
  given: { readonly manager: UserManager },
): Promise<{ user: User; link: MadePasswordLink }> {
  const user = await findManaged(ports, ref);
  assertNotOwn(given.manager, user, "create a password link for");
  const hasPassword = Boolean((await ports.users.findForSignIn(user.email))?.passwordHash);
  const author = authorOfManager(given.manager);
  const kind = hasPassword ? "password-reset" : "invitation";
  const { made, stored } = makePasswordLink(ports, { kind, createdBy: author.actor });
  const action = hasPassword ? "password-reset-link-created" : "user-invited";
  const note = { at: stored.createdAt, author, action, subject: `user:${user.id}` } as const;
  if (await ports.passwordLinks.create(user.id, stored, note)) return { user, link: made };
  throw new DomainError(
    "user-deactivated",
    "This user is deactivated. Reactivate the account first, then create the link.",
  );
}
