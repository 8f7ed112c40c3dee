import type { ListedUser } from "@/lib/accounts/ports/user-directory";
import type { User } from "@/lib/accounts/ports/users";
import { passwordLinkPath } from "@/lib/accounts/rules/password-link";
import type { MadePasswordLink } from "@/lib/accounts/use-cases/users/make-password-link";
import type { CockpitUser, CockpitUsers, NewPasswordLink } from "./user-schemas";

/** Returns the list of users as browsers receive it. */
export const renderUsers = (
  { users, total }: { readonly users: readonly ListedUser[]; readonly total: number },
  now: Date,
): CockpitUsers => ({ items: users.map((user) => renderUser(user, now)), total });

function renderUser(user: ListedUser, now: Date): CockpitUser {
  const { id, email, name, role, hasSecondFactor, link } = user;
  return {
    ...{ id, email, name, role, state: stateOf(user), hasSecondFactor },
    createdAt: user.createdAt.toISOString(),
    lastSignedInAt: user.lastSignedInAt?.toISOString() ?? null,
    link: link && {
      kind: link.kind,
      expiresAt: link.expiresAt.toISOString(),
      isExpired: link.expiresAt <= now,
    },
  };
}

function stateOf({ deactivatedAt, hasPassword, lastSignedInAt }: ListedUser) {
  if (deactivatedAt) return "deactivated";
  // This does not depend on whether there is a link. Users of single sign-on have no password either, but they have
  // signed in.
  return !hasPassword && !lastSignedInAt ? "invited" : "active";
}

/** Returns a new link including its token, which is shown only once. */
export const renderPasswordLink = (
  { user, link }: { readonly user: Pick<User, "email">; readonly link: MadePasswordLink },
  publicUrl: string,
): NewPasswordLink => ({
  url: `${publicUrl}${passwordLinkPath(link.token)}`,
  ...{ kind: link.kind, email: user.email, expiresAt: link.expiresAt.toISOString() },
});
