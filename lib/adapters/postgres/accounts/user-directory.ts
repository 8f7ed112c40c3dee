import type pg from "pg";
import type { ListedUser, UserDirectory } from "@/lib/accounts/ports";
import type { UserOrder } from "@/lib/accounts/rules/user-order";
import { containsText, patternOf } from "../core/contains-text";
import { createQuery } from "../core/query";
import { type ListedUserRow, userColumns, withRole } from "./user-rows";

/** Lists users from PostgreSQL with a single statement, regardless of how many there are. */
export function createUserDirectory(pool: pg.Pool): UserDirectory {
  const query = createQuery(pool);
  return {
    list: async ({ text, order, limit }) => {
      const { rows } = await query<ListedUserRow & { total: string }>({ text: LISTS[order] }, [
        patternOf(text),
        limit,
      ]);
      const total = Number(rows[0]?.total ?? 0);
      return { users: rows.map(({ total: _, ...row }) => toListed(row)), total };
    },
    find: async (id) => {
      const { rows } = await query<ListedUserRow>({ text: FIND }, [id]);
      return rows[0] ? toListed(rows[0]) : null;
    },
  };
}

function toListed({ linkKind, linkExpiresAt, ...row }: ListedUserRow): ListedUser {
  const link = linkKind && linkExpiresAt && { kind: linkKind, expiresAt: linkExpiresAt };
  return { ...withRole(row), link };
}

const COLUMNS = `${userColumns("u")}, u.password_hash IS NOT NULL AS "hasPassword",
  EXISTS (SELECT FROM second_factor AS f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
  link.kind AS "linkKind", link.expires_at AS "linkExpiresAt"`;

const LINK = `
  LEFT JOIN LATERAL (
    SELECT kind, expires_at FROM invitation
    WHERE user_id = u.id AND used_at IS NULL AND revoked_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) AS link ON true`;

/** Sorts as people expect, regardless of the database's own collation. */
const readable = (column: string) => `u.${column} COLLATE "und-x-icu"`;
const ROLE_RANK = "array_position(ARRAY['administrator', 'reviewer', 'reader'], u.role)";

const ORDERS: Readonly<Record<UserOrder, string>> = {
  name: readable("name"),
  email: readable("email"),
  role: `${ROLE_RANK}, ${readable("name")}`,
  "last-sign-in": "u.last_signed_in_at DESC NULLS LAST",
  created: "u.created_at DESC",
};

const listBy = (order: string) => `
  SELECT ${COLUMNS}, u.total FROM (
    SELECT u.*, count(*) OVER () AS total FROM app_user AS u
    WHERE ${containsText("u.name", "$1")} OR ${containsText("u.email", "$1")}
    ORDER BY ${order}, u.email LIMIT $2
  ) AS u ${LINK}
  ORDER BY ${order}, u.email`;

const LISTS: Readonly<Record<UserOrder, string>> = {
  name: listBy(ORDERS.name),
  email: listBy(ORDERS.email),
  role: listBy(ORDERS.role),
  "last-sign-in": listBy(ORDERS["last-sign-in"]),
  created: listBy(ORDERS.created),
};

const FIND = `SELECT ${COLUMNS} FROM app_user AS u ${LINK} WHERE u.id = $1`;
