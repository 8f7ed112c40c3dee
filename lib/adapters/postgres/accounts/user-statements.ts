import { auditStatement } from "../core/audit-statement";
import { endSessionsStatement } from "./end-sessions-statement";

/** A user without the password's hash. */
const USER_COLUMNS = `id, email, name, role, session_version AS "sessionVersion", created_at AS "createdAt",
  password_changed_at AS "passwordChangedAt", last_signed_in_at AS "lastSignedInAt", deactivated_at AS "deactivatedAt"`;

/** For `withLockedUser`. $4: the session version that it replaces, or NULL; $5: the session that goes on, or NULL. */
export const SET_PASSWORD = `
WITH changed AS (
  UPDATE app_user SET password_hash = $2, password_changed_at = $3, deactivated_at = NULL,
    session_version = session_version + 1
  WHERE id = $1 AND ($4::int IS NULL OR session_version = $4)
  RETURNING ${USER_COLUMNS}
), ended AS (${endSessionsStatement({
  ...{ users: "SELECT id FROM changed", at: "$3", because: "password-changed", except: "$5" },
})}
), audited AS (${auditStatement({
  ...{ note: "$6", changed: "changed", before: "NULL::jsonb" },
  after: "jsonb_build_object('endedSessions', (SELECT count(*) FROM ended))",
})})
SELECT * FROM changed`;

/** For `withLockedUser`. Does nothing to a user who is deactivated already. */
export const DEACTIVATE_USER = `
WITH changed AS (
  UPDATE app_user SET deactivated_at = $2, session_version = session_version + 1
  WHERE id = $1 AND deactivated_at IS NULL
  RETURNING id
), ended AS (${endSessionsStatement({
  ...{ users: "SELECT id FROM changed", at: "$2", because: "deactivated" },
})})
SELECT id FROM changed`;
