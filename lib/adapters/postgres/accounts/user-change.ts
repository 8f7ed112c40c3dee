import type pg from "pg";
import type { UserChange, UserChangeOutcome, UserRepository } from "@/lib/accounts/ports/users";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { inTransaction } from "../core/transaction";
import { endSessionsStatement } from "./end-sessions-statement";
import { revokeLinksStatement } from "./revoke-links-statement";
import { type UserRow, userColumns, withRole } from "./user-rows";

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
export const createUserChange =
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
    ...{ note: "$2", changed: "changed", before: "changed.before", after: "changed.after" },
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
