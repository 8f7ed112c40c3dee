import { z } from "zod";
import type { ListedUser, User } from "@/lib/accounts/ports";
import { PASSWORD_LINK_KINDS, passwordLinkPath } from "@/lib/accounts/rules/password";
import { USER_ORDERS } from "@/lib/accounts/rules/user-order";
import type { MadePasswordLink } from "@/lib/accounts/use-cases/new-users";
import { ROLES } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { plainTextProblem } from "@/lib/kernel/rules/plain-text";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { object, textBy, time } from "../core/schemas";

const SEARCH_CHARACTERS_MAX = 200;
const LIMIT_PROBLEM = "must be a whole number from 1 to 1000";

/** The query for the list of users. */
export const usersQuery = object({
  q: textBy((text) =>
    plainTextProblem(text, { charactersMin: 0, charactersMax: SEARCH_CHARACTERS_MAX }),
  )
    .default("")
    .transform((text) => text.trim()),
  order: z.enum(USER_ORDERS, `must be one of ${USER_ORDERS.join(", ")}`).default("name"),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, LIMIT_PROBLEM)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 1000, LIMIT_PROBLEM)
    .default(100),
});

const role = z.enum(ROLES, `must be one of ${ROLES.join(", ")}`);
const text = z.string("must be a string");

/** A user to invite. The domain checks the email and the name. */
export const inviteUserBody = object({ email: text, name: text.nullable(), role });

/** A new role for a user. */
export const userRoleBody = object({ role });

/** A new name for a user. */
export const userNameBody = object({ name: text });

/** Whether a user can sign in. */
export const userActiveBody = object({ active: z.boolean("must be true or false") });

/** The body for choosing a password with a link. */
export const choosePasswordBody = object({ token: text, newPassword: text });

/** A user in the list. */
export const cockpitUser = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role,
  /** `invited` until the user has chosen a password or signed in for the first time. */
  state: z.enum(["active", "invited", "deactivated"]),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  lastSignedInAt: time.nullable(),
  /** The newest link that has been neither used nor revoked. */
  link: z
    .strictObject({ kind: z.enum(PASSWORD_LINK_KINDS), expiresAt: time, isExpired: z.boolean() })
    .nullable(),
});

/** A user in the list. */
export type CockpitUser = z.infer<typeof cockpitUser>;

/** A page of the list of users, and the total number of users. */
export const cockpitUsers = z.strictObject({ items: z.array(cockpitUser), total: z.int() });

/** A page of the list of users, and the total number of users. */
export type CockpitUsers = z.infer<typeof cockpitUsers>;

/** A new link, shown only once. */
export const newPasswordLink = z.strictObject({
  url: z.url(),
  kind: z.enum(PASSWORD_LINK_KINDS),
  email: z.string(),
  expiresAt: time,
});

/** A new link, shown only once. */
export type NewPasswordLink = z.infer<typeof newPasswordLink>;

/** Returns the list of users as browsers receive it. */
export const renderUsers = (
  { users, total }: { readonly users: readonly ListedUser[]; readonly total: number },
  now: Date,
): CockpitUsers => ({ items: users.map((user) => renderUser(user, now)), total });

function renderUser(user: ListedUser, now: Date): CockpitUser {
  const { id, email, name, role, hasSecondFactor, link } = user;
  return {
    id,
    email,
    name,
    role,
    state: stateOf(user),
    hasSecondFactor,
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
  kind: link.kind,
  email: user.email,
  expiresAt: link.expiresAt.toISOString(),
});

/**
 * Reads the user id from a path.
 * @throws DomainError `user-not-found` if the id is not valid
 */
export function readUserId({ id }: { readonly id: string }): { readonly userId: string } {
  if (isUuid(id)) return { userId: id.toLowerCase() };
  throw new DomainError("user-not-found", "This user does not exist. Reload the list of users.");
}
