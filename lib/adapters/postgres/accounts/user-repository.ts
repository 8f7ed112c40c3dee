import type pg from "pg";
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
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { endSessionsStatement } from "./end-sessions-statement";
import { revokeLinksStatement } from "./revoke-links-statement";
import { type UserRow, userColumns, withRole } from "./user-rows";
import { withLockedUser } from "./with-locked-user";

const HIDDEN = { passwordHash: true, emailKey: true } as const;

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
    create: async ({ id, email, name, role, passwordHash, createdAt }, note) => {
      const user = [id, email, name, role, passwordHash, createdAt];
      const values = [...user, auditParameter(note), emailKey(email)];
      const { rows } = await query<UserRow>({ text: CREATE_USER }, values);
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
    setPassword: (id, { passwordHash, at, replacing, keeping, note }) =>
      withLockedUser(pool, id, async (client) => {
        const values = [id, passwordHash, at, replacing, keeping, auditParameter(note)];
        const { rows } = await client.query<UserRow>(SET_PASSWORD, values);
        return rows[0] ? withRole(rows[0]) : null;
      }),
    change: createUserChange(pool),
  };
}

type KeyedUser = KeyedEmail & Pick<User, "deactivatedAt">;

/** Usually every account has its key, and the table is only read. */
async function fillEmailKeys(pool: pg.Pool): Promise<readonly EmailCollision[]> {
  const { rows } = await createQuery(pool)<KeyedUser>({ text: LIST_EMAIL_KEYS }, []);
  if (rows.every(({ key }) => key !== null)) return [];
  return inTransaction(pool, async (client) => {
    await client.query(LOCK_USERS);
    const { rows: users } = await client.query<KeyedUser>(LIST_EMAIL_KEYS);
    const { keys, collisions } = decideEmailKeys(users);
    await client.query(SET_EMAIL_KEYS, [[...keys.keys()], [...keys.values()]]);
    return collisions;
  });
}

/** Creates a user; $8 is the email key. Returns no row if the email or its key is already in use. */
const CREATE_USER = `
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at, email_key)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $8)
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audited AS (${auditStatement({
    note: "$7",
    changed: "changed",
    before: "NULL::jsonb",
    after: "jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

/** Must run in `withLockedUser`. $4 is the expected session version, or NULL; $5 is the session to keep, or NULL. */
const SET_PASSWORD = `
  WITH old AS (SELECT id, deactivated_at FROM app_user WHERE id = $1
  ), changed AS (
    UPDATE app_user SET password_hash = $2, password_changed_at = $3, deactivated_at = NULL,
      session_version = session_version + 1
    FROM old WHERE app_user.id = old.id AND ($4::int IS NULL OR session_version = $4)
    RETURNING app_user.*, old.deactivated_at IS NULL AS was_active
  ), ended AS (${endSessionsStatement({
    users: "SELECT id FROM changed",
    at: "$3",
    because: "password-changed",
    except: "$5",
  })}
  ), revoked AS (${revokeLinksStatement("SELECT id FROM changed", "$3")}
  ), audited AS (${auditStatement({
    note: "$6",
    changed: "changed",
    before: "jsonb_build_object('active', changed.was_active)",
    after: "jsonb_build_object('active', true, 'endedSessions', (SELECT count(*) FROM ended))",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

/** Keeps out new accounts and concurrent fills until the transaction ends; sign-ins wait for that time. */
const LOCK_USERS = "LOCK TABLE app_user IN SHARE ROW EXCLUSIVE MODE";

/** Lists all users, oldest first. */
const LIST_EMAIL_KEYS = `
  SELECT id, email, email_key AS key, deactivated_at AS "deactivatedAt" FROM app_user ORDER BY created_at, id`;

/** Sets the keys $2 of the users $1. */
const SET_EMAIL_KEYS = `
  UPDATE app_user SET email_key = given.key FROM unnest($1::uuid[], $2::text[]) AS given(id, key)
  WHERE app_user.id = given.id`;

/**
 * Locks the user and every active administrator, always in the same order, so that concurrent changes wait for each other
 * without a deadlock. The checks after it see what the previous change committed (decision 0052).
 */
const LOCK = `
  SELECT id FROM app_user WHERE id = $1 OR (role = 'administrator' AND deactivated_at IS NULL)
  ORDER BY id FOR NO KEY UPDATE`;

/**
 * Administrators without a password may never be able to sign in, for example because the sign-in provider is down, so
 * they can replace only each other. No row means that the user is not an active administrator.
 */
const IS_LAST = `
  SELECT NOT EXISTS (
    SELECT FROM app_user other
    WHERE other.id <> target.id AND other.role = 'administrator' AND other.deactivated_at IS NULL
      AND (other.password_hash IS NOT NULL OR target.password_hash IS NULL)) AS "isLast"
  FROM app_user target WHERE id = $1 AND role = 'administrator' AND deactivated_at IS NULL`;

/** Changes an account as specified by `UserRepository.change`. */
const createUserChange =
  (pool: pg.Pool): UserRepository["change"] =>
  (id, change, { note, mayBeLast }) =>
    inTransaction(pool, async (client): Promise<UserChangeOutcome> => {
      await client.query(LOCK, [id]);
      if (!mayBeLast && takesAdministratorAway(change)) {
        const { rows } = await client.query<{ isLast: boolean }>(IS_LAST, [id]);
        if (rows[0]?.isLast) return { kind: "last-administrator" };
      }
      const values = [id, auditParameter(note), note.at, newValueOf(change)];
      const { rows: changed } = await client.query<UserRow>(STATEMENTS[change.kind], values);
      if (changed[0]) return { kind: "changed", user: withRole(changed[0]) };
      const { rows } = await client.query<UserRow>(FIND, [id]);
      return rows[0] ? { kind: "unchanged", user: withRole(rows[0]) } : { kind: "no-such-user" };
    });

const takesAdministratorAway = (change: UserChange) =>
  change.kind === "deactivation" || (change.kind === "role" && change.role !== "administrator");

function newValueOf(change: UserChange): string {
  if (change.kind === "role") return change.role;
  return change.kind === "name" ? change.name : "";
}

const FIND = `SELECT ${userColumns("app_user")} FROM app_user WHERE id = $1`;

interface StatementParts {
  readonly set: string;
  /** A condition on the old row. If it is false, there is nothing to change. */
  readonly isNew: string;
  /** A jsonb expression over `old` and `changed`. */
  readonly before: string;
  readonly after: string;
  /** Further data-modifying queries that use the rows of `changed`. */
  readonly effects?: readonly string[];
}

/** `$1` is the user, `$2` the audit note, `$3` the time, `$4` the new value. */
const statement = ({ set, isNew, before, after, effects = [] }: StatementParts) => `
  WITH given AS (SELECT $3::timestamptz AS at, $4::text AS value
  ), old AS (SELECT * FROM app_user WHERE id = $1
  ), changed AS (
    UPDATE app_user SET ${set} FROM given, old WHERE app_user.id = old.id AND ${isNew}
    RETURNING app_user.*, ${before} AS before, ${after} AS after
  ), audited AS (${auditStatement({
    note: "$2",
    changed: "changed",
    before: "changed.before",
    after: "changed.after",
  })})${effects.map((effect, index) => `, effect_${index} AS (${effect})`).join("")}
  SELECT ${userColumns("changed")} FROM changed`;

const CHANGED = "SELECT id FROM changed";
const endSessions = (because: "role-changed" | "deactivated") =>
  endSessionsStatement({ users: CHANGED, at: "$3", because });
const ENDS_SESSIONS = "session_version = app_user.session_version + 1";
const of = (name: string, value: string) => `jsonb_build_object('${name}', ${value})`;

const STATEMENTS: Readonly<Record<UserChange["kind"], string>> = {
  role: statement({
    set: `role = given.value, ${ENDS_SESSIONS}`,
    isNew: "old.role <> given.value",
    before: of("role", "old.role"),
    after: of("role", "given.value"),
    effects: [endSessions("role-changed")],
  }),
  name: statement({
    set: "name = given.value",
    isNew: "old.name <> given.value",
    before: of("name", "old.name"),
    after: of("name", "given.value"),
  }),
  deactivation: statement({
    set: `deactivated_at = given.at, ${ENDS_SESSIONS}`,
    isNew: "old.deactivated_at IS NULL",
    before: of("active", "true"),
    after: of("active", "false"),
    effects: [endSessions("deactivated"), revokeLinksStatement(CHANGED, "$3")],
  }),
  reactivation: statement({
    set: "deactivated_at = NULL",
    isNew: "old.deactivated_at IS NOT NULL",
    before: of("active", "false"),
    after: of("active", "true"),
  }),
};
