import { raw, type Sql } from "sql-template-tag";
import type { ListedUser, User } from "@/lib/accounts/ports";
import { isRole, type Role } from "@/lib/kernel/rules/actor";

/** Returns the role of a row; an unknown role is treated as a reader. */
export const knownRole = (role: string): Role => (isRole(role) ? role : "reader");

/**
 * Returns the columns of a user except for the password hash.
 * @param of the alias of the row
 */
export const userColumns = (of: string): Sql =>
  raw(
    [
      ...["id", "email", "name", "role"].map((name) => `${of}.${name}`),
      `${of}.session_version AS "sessionVersion"`,
      `${of}.created_at AS "createdAt"`,
      `${of}.password_changed_at AS "passwordChangedAt"`,
      `${of}.last_signed_in_at AS "lastSignedInAt"`,
      `${of}.deactivated_at AS "deactivatedAt"`,
    ].join(", "),
  );

/** What Prisma leaves out where the password hash is not needed. */
export const HIDDEN = { passwordHash: true, emailKey: true } as const;

/** A row of `userColumns` as pg returns it. */
export type UserRow = Omit<User, "role"> & { readonly role: string };

/** A row of the list of users as pg returns it. */
export type ListedUserRow = Omit<ListedUser, "role" | "link"> & {
  readonly role: string;
  readonly linkKind: "invitation" | "password-reset" | null;
  readonly linkExpiresAt: Date | null;
};

/** Returns the row with its role as a `Role`. */
export const withRole = <Row extends { readonly role: string }>(
  row: Row,
): Row & { readonly role: Role } => ({ ...row, role: knownRole(row.role) });
