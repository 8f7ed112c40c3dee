import type pg from "pg";
import sql, { raw, type Sql } from "sql-template-tag";
import type { ListedUser, UserDirectory } from "@/lib/accounts/ports";
import type { UserOrder } from "@/lib/accounts/rules/user-order";
import { containsText, patternOf } from "../core/contains-text";
import { createQuery, type Statement, statement } from "../core/query";
import { type ListedUserRow, userColumns, withRole } from "./user-rows";

/** Lists users from PostgreSQL with a single statement, regardless of how many there are. */
export function createUserDirectory(pool: pg.Pool): UserDirectory {
  const query = createQuery(pool);
  return {
    list: async ({ text, order, limit }) => {
      const listing = LISTS[order]({ pattern: patternOf(text), limit });
      const { rows } = await query<ListedUserRow & { total: string }>(listing);
      const total = Number(rows[0]?.total ?? 0);
      return { users: rows.map(({ total: _, ...row }) => toListed(row)), total };
    },
    find: async (id) => {
      const { rows } = await query<ListedUserRow>(FIND({ id }));
      return rows[0] ? toListed(rows[0]) : null;
    },
  };
}

function toListed({ linkKind, linkExpiresAt, ...row }: ListedUserRow): ListedUser {
  const link = linkKind && linkExpiresAt && { kind: linkKind, expiresAt: linkExpiresAt };
  return { ...withRole(row), link };
}

const COLUMNS = sql`${userColumns("u")}, u.password_hash IS NOT NULL AS "hasPassword",
  EXISTS (SELECT FROM second_factor AS f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
  link.kind AS "linkKind", link.expires_at AS "linkExpiresAt"`;

const LINK = sql`
  LEFT JOIN LATERAL (
    SELECT kind, expires_at FROM invitation
    WHERE user_id = u.id AND used_at IS NULL AND revoked_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) AS link ON true`;

/** Sorts as people expect, regardless of the database's own collation. */
const readable = (column: string) => sql`u.${raw(column)} COLLATE "und-x-icu"`;
const ROLE_RANK = sql`array_position(ARRAY['administrator', 'reviewer', 'reader'], u.role)`;

const ORDERS: Readonly<Record<UserOrder, Sql>> = {
  name: readable("name"),
  email: readable("email"),
  role: sql`${ROLE_RANK}, ${readable("name")}`,
  "last-sign-in": sql`u.last_signed_in_at DESC NULLS LAST`,
  created: sql`u.created_at DESC`,
};

interface ListValues {
  readonly pattern: string;
  readonly limit: number;
}

const listBy = (order: Sql) =>
  statement<ListValues>(
    null,
    ({ pattern, limit }) => sql`
  SELECT ${COLUMNS}, u.total FROM (
    SELECT u.*, count(*) OVER () AS total FROM app_user AS u
    WHERE ${containsText("u.name", pattern)} OR ${containsText("u.email", pattern)}
    ORDER BY ${order}, u.email LIMIT ${limit}
  ) AS u ${LINK}
  ORDER BY ${order}, u.email`,
  );

const LISTS: Readonly<Record<UserOrder, (page: ListValues) => Statement>> = {
  name: listBy(ORDERS.name),
  email: listBy(ORDERS.email),
  role: listBy(ORDERS.role),
  "last-sign-in": listBy(ORDERS["last-sign-in"]),
  created: listBy(ORDERS.created),
};

const FIND = statement<{ id: string }>(
  null,
  ({ id }) => sql`SELECT ${COLUMNS} FROM app_user AS u ${LINK} WHERE u.id = ${id}`,
);
