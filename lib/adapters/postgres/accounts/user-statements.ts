import { auditStatement } from "../core/audit-statement";
import { endSessionsStatement } from "./end-sessions-statement";
import { revokeLinksStatement } from "./revoke-links-statement";
import { userColumns } from "./user-rows";

/** Creates a user; $8 is the email key. Returns no row if the email or its key is already in use. */
export const CREATE_USER = `
  WITH changed AS (
    INSERT INTO app_user (id, email, name, role, password_hash, created_at, password_changed_at, email_key)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $8)
    ON CONFLICT DO NOTHING
    RETURNING *
  ), audited AS (${auditStatement({
    ...{ note: "$7", changed: "changed", before: "NULL::jsonb" },
    after: "jsonb_build_object('email', changed.email, 'name', changed.name, 'role', changed.role)",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

/** Must run in `withLockedUser`. $4 is the expected session version, or NULL; $5 is the session to keep, or NULL. */
export const SET_PASSWORD = `
  WITH old AS (SELECT id, deactivated_at FROM app_user WHERE id = $1
  ), changed AS (
    UPDATE app_user SET password_hash = $2, password_changed_at = $3, deactivated_at = NULL,
      session_version = session_version + 1
    FROM old WHERE app_user.id = old.id AND ($4::int IS NULL OR session_version = $4)
    RETURNING app_user.*, old.deactivated_at IS NULL AS was_active
  ), ended AS (${endSessionsStatement({
    ...{ users: "SELECT id FROM changed", at: "$3", because: "password-changed", except: "$5" },
  })}
  ), revoked AS (${revokeLinksStatement("SELECT id FROM changed", "$3")}
  ), audited AS (${auditStatement({
    ...{ note: "$6", changed: "changed" },
    before: "jsonb_build_object('active', changed.was_active)",
    after: "jsonb_build_object('active', true, 'endedSessions', (SELECT count(*) FROM ended))",
  })})
  SELECT ${userColumns("changed")} FROM changed`;

/** Keeps out new accounts and concurrent fills until the transaction ends; sign-ins wait for that time. */
export const LOCK_USERS = "LOCK TABLE app_user IN SHARE ROW EXCLUSIVE MODE";

/** Lists all users, oldest first. */
export const LIST_EMAIL_KEYS = `
  SELECT id, email, email_key AS key, deactivated_at AS "deactivatedAt" FROM app_user ORDER BY created_at, id`;

/** Sets the keys $2 of the users $1. */
export const SET_EMAIL_KEYS = `
  UPDATE app_user SET email_key = given.key FROM unnest($1::uuid[], $2::text[]) AS given(id, key)
  WHERE app_user.id = given.id`;
