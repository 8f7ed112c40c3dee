import type pg from "pg";
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type {
  EmailCollision,
  User,
  UserChange,
  UserChangeOutcome,
  UserRepository,
} from "@/lib/accounts/ports";
import { decideEmailKeys, emailKey, type KeyedEmail } from "@/lib/accounts/rules/email";
import { auditParameter, auditStatement } from "../core/audit-statement";
import type { Database } from "../core/database";
import { createQuery, type Parameter, statement } from "../core/query";
import { inTransaction } from "../core/transaction";
import { HIDDEN, type UserRow, userColumns, withRole } from "./user-rows";
import { endSessionsStatement, revokeLinksStatement, withLockedUser } from "./user-statements";

/** Stores users in PostgreSQL. */
export function createUserRepository({ pool, prisma }: Database): UserRepository {
  const query = createQuery(pool);
  return {
    count: () => prisma.user.count(),
    countActive: () => prisma.user.count({ where: { deactivatedAt: null } }),
    list: async () => {
      const rows = await prisma.user.findMany({
        omit: HIDDEN,
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      });
      return rows.map(withRole);
    },
    create: async (user, note) => {
      const values = { ...user, emailKey: emailKey(user.email), note: auditParameter(note) };
      const { rows } = await query<UserRow>(CREATE_USER(values));
      return rows[0] ? withRole(rows[0]) : null;
    },
    fillEmailKeys: () => fillEmailKeys(pool),
    find: async (id) => {
      const row = await prisma.user.findUnique({ where: { id }, omit: HIDDEN });
      return row && withRole(row);
    },
    findForSignIn: async (email) => {
      const row = await prisma.user.findUnique({ where: { email }, omit: { emailKey: true } });
      return row && withRole(row);
    },
    setPassword: (id, password) =>
      withLockedUser(pool, id, async (client) => {
        const values = { id, ...password, note: auditParameter(password.note) };
        const { rows } = await client.query<UserRow>(SET_PASSWORD(values));
        return rows[0] ? withRole(rows[0]) : null;
      }),
    change: createUserChange(pool),
  };
}

type KeyedUser = KeyedEmail & Pick<User, "deactivatedAt">;

/** Usually every account has its key, and the table is only read. */
async function fillEmailKeys(pool: pg.Pool): Promise<readonly EmailCollision[]> {
  const { rows } = await createQuery(pool)<KeyedUser>(LIST_EMAIL_KEYS());
  if (rows.every(({ key }) => key !== null)) return [];
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USERS());
    const { rows: users } = await client.query<KeyedUser>(LIST_EMAIL_KEYS());
    const { keys, collisions } = decideEmailKeys(users);
    await client.query(SET_EMAIL_KEYS({ ids: [...keys.keys()], keys: [...keys.values()] }));
    return collisions;
  });
}

/** Returns no row if the email or its key is already in use. */
const CREATE_USER = statement<{
  id: string;
  email: string;
  emailKey: string;
  name: string;
  role: string;
  passwordHash: string | null;
  createdAt: Date;
  note: string;
}>(
  null,
  (user) => sql`
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at, email_key)
    VALUES (${user.id}, ${user.email}, ${user.name}, ${user.role}, ${user.passwordHash}, ${user.createdAt}, ${user.createdAt}, ${user.emailKey})
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audited AS (${auditStatement({
    note: user.note,
    changed: "changed",
    before: sql`NULL::jsonb`,
    after: sql`jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role)`,
  })})
  SELECT ${userColumns("changed")} FROM changed`,
);

const CHANGED = sql`SELECT id FROM changed`;

/** Must run in `withLockedUser`. */
const SET_PASSWORD = statement<{
  id: string;
  passwordHash: string;
  at: Date;
  /** The expected session version. */
  replacing: number | null;
  /** The session to keep. */
  keeping: string | null;
  note: string;
}>(
  null,
  ({ id, passwordHash, at, replacing, keeping, note }) => sql`
  WITH old AS (SELECT id, deactivated_at FROM app_user WHERE id = ${id}
  ), changed AS (
    UPDATE app_user SET password_hash = ${passwordHash}, password_changed_at = ${at}, deactivated_at = NULL,
      session_version = session_version + 1
    FROM old WHERE app_user.id = old.id AND (${replacing}::int IS NULL OR session_version = ${replacing})
    RETURNING app_user.*, old.deactivated_at IS NULL AS was_active
  ), ended AS (${endSessionsStatement({
    users: CHANGED,
    at,
    because: "password-changed",
    except: keeping,
  })}
  ), revoked AS (${revokeLinksStatement(CHANGED, at)}
  ), audited AS (${auditStatement({
    note,
    changed: "changed",
    before: sql`jsonb_build_object('active', changed.was_active)`,
    after: sql`jsonb_build_object('active', true, 'endedSessions', (SELECT count(*) FROM ended))`,
  })})
  SELECT ${userColumns("changed")} FROM changed`,
);

/** Keeps out new accounts and concurrent fills until the transaction ends; sign-ins wait for that time. */
const LOCK_USERS = statement(null, () => sql`LOCK TABLE app_user IN SHARE ROW EXCLUSIVE MODE`);

/** Lists all users, oldest first. */
const LIST_EMAIL_KEYS = statement(
  null,
  () => sql`
  SELECT id, email, email_key AS key, deactivated_at AS "deactivatedAt" FROM app_user ORDER BY created_at, id`,
);

/** Sets the keys of the users. */
const SET_EMAIL_KEYS = statement<{
  ids: readonly string[];
  keys: readonly (string | null)[];
}>(
  null,
  ({ ids, keys }) => sql`
  UPDATE app_user SET email_key = given.key FROM unnest(${ids}::uuid[], ${keys}::text[]) AS given(id, key)
  WHERE app_user.id = given.id`,
);

/**
 * Locks the user and every active administrator, always in the same order, so that concurrent changes wait for each other
 * without a deadlock. The checks after it see what the previous change committed (decision 0052).
 */
const LOCK = statement<{ id: string }>(
  null,
  ({ id }) => sql`
  SELECT id FROM app_user WHERE id = ${id} OR (role = 'administrator' AND deactivated_at IS NULL)
  ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Administrators without a password may never be able to sign in, for example because the sign-in provider is down, so
 * they can replace only each other. No row means that the user is not an active administrator.
 */
const IS_LAST = statement<{ id: string }>(
  null,
  ({ id }) => sql`
  SELECT NOT EXISTS (
    SELECT FROM app_user other
    WHERE other.id <> target.id AND other.role = 'administrator' AND other.deactivated_at IS NULL
      AND (other.password_hash IS NOT NULL OR target.password_hash IS NULL)) AS "isLast"
  FROM app_user target WHERE id = ${id} AND role = 'administrator' AND deactivated_at IS NULL`,
);

/** Changes an account as specified by `UserRepository.change`. */
const createUserChange =
  (pool: pg.Pool): UserRepository["change"] =>
  (id, change, { note, mayBeLast }) =>
    inTransaction(pool, async (client): Promise<UserChangeOutcome> => {
      await client.query(LOCK({ id }));
      if (!mayBeLast && takesAdministratorAway(change)) {
        const { rows } = await client.query<{ isLast: boolean }>(IS_LAST({ id }));
        if (rows[0]?.isLast) return { kind: "last-administrator" };
      }
      const values = { id, at: note.at, value: newValueOf(change), note: auditParameter(note) };
      const { rows: changed } = await client.query<UserRow>(STATEMENTS[change.kind](values));
      if (changed[0]) return { kind: "changed", user: withRole(changed[0]) };
      const { rows } = await client.query<UserRow>(FIND({ id }));
      return rows[0] ? { kind: "unchanged", user: withRole(rows[0]) } : { kind: "no-such-user" };
    });

const takesAdministratorAway = (change: UserChange) =>
  change.kind === "deactivation" || (change.kind === "role" && change.role !== "administrator");

function newValueOf(change: UserChange): string {
  if (change.kind === "role") return change.role;
  return change.kind === "name" ? change.name : "";
}

const FIND = statement<{ id: string }>(
  null,
  ({ id }) => sql`SELECT ${userColumns("app_user")} FROM app_user WHERE id = ${id}`,
);

interface ChangeParts {
  readonly set: Sql;
  /** A condition on the old row. If it is false, there is nothing to change. */
  readonly isNew: Sql;
  /** A jsonb expression over `old` and `changed`. */
  readonly before: Sql;
  readonly after: Sql;
  /** Further data-modifying queries that use the rows of `changed`. */
  readonly effects?: (at: Parameter) => readonly Sql[];
}

const allOf = (parts: readonly Sql[]) => (parts.length > 0 ? join(parts, "") : empty);

const changing = ({ set, isNew, before, after, effects = () => [] }: ChangeParts) =>
  statement<{ id: string; at: Date; value: string; note: string }>(
    null,
    ({ id, at, value, note }) => sql`
  WITH given AS (SELECT ${at}::timestamptz AS at, ${value}::text AS value
  ), old AS (SELECT * FROM app_user WHERE id = ${id}
  ), changed AS (
    UPDATE app_user SET ${set} FROM given, old WHERE app_user.id = old.id AND ${isNew}
    RETURNING app_user.*, ${before} AS before, ${after} AS after
  ), audited AS (${auditStatement({
    note,
    changed: "changed",
    before: sql`changed.before`,
    after: sql`changed.after`,
  })})${allOf(effects(at).map((effect, index) => sql`, ${raw(`effect_${index}`)} AS (${effect})`))}
  SELECT ${userColumns("changed")} FROM changed`,
  );

const ENDS_SESSIONS = sql`session_version = app_user.session_version + 1`;
const of = (name: string, value: string) => raw(`jsonb_build_object('${name}', ${value})`);

const STATEMENTS = {
  role: changing({
    set: sql`role = given.value, ${ENDS_SESSIONS}`,
    isNew: sql`old.role <> given.value`,
    before: of("role", "old.role"),
    after: of("role", "given.value"),
    effects: (at) => [endSessionsStatement({ users: CHANGED, at, because: "role-changed" })],
  }),
  name: changing({
    set: sql`name = given.value`,
    isNew: sql`old.name <> given.value`,
    before: of("name", "old.name"),
    after: of("name", "given.value"),
  }),
  deactivation: changing({
    set: sql`deactivated_at = given.at, ${ENDS_SESSIONS}`,
    isNew: sql`old.deactivated_at IS NULL`,
    before: of("active", "true"),
    after: of("active", "false"),
    effects: (at) => [
      endSessionsStatement({ users: CHANGED, at, because: "deactivated" }),
      revokeLinksStatement(CHANGED, at),
    ],
  }),
  reactivation: changing({
    set: sql`deactivated_at = NULL`,
    isNew: sql`old.deactivated_at IS NOT NULL`,
    before: of("active", "false"),
    after: of("active", "true"),
  }),
} satisfies Record<UserChange["kind"], unknown>;
