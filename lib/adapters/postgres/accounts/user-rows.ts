import type { ListedUser } from "@/lib/accounts/ports/user-directory";
import type { User } from "@/lib/accounts/ports/users";
import type { Role } from "@/lib/kernel/rules/roles";
import { knownRole } from "./known-role";

/** The columns of a user, without the password's hash, of a row that goes by this name. */
export const userColumns = (of: string): string =>
  [
    ...["id", "email", "name", "role"].map((name) => `${of}.${name}`),
    `${of}.session_version AS "sessionVersion"`,
    `${of}.created_at AS "createdAt"`,
    `${of}.password_changed_at AS "passwordChangedAt"`,
    `${of}.last_signed_in_at AS "lastSignedInAt"`,
    `${of}.deactivated_at AS "deactivatedAt"`,
  ].join(", ");

/** A row of `userColumns`, as pg delivers it. */
export type UserRow = Omit<User, "role"> & { readonly role: string };

/** A row of the list of users, as pg delivers it. */
export type ListedUserRow = Omit<ListedUser, "role" | "link"> & {
  readonly role: string;
  readonly linkKind: "invitation" | "password-reset" | null;
  readonly linkExpiresAt: Date | null;
};

/** A row with the role that it names. */
export const withRole = <Row extends { readonly role: string }>(
  row: Row,
): Row & { readonly role: Role } => ({ ...row, role: knownRole(row.role) });
