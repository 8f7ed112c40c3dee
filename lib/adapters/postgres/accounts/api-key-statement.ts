import { auditStatement } from "../core/audit-statement";

const LISTED = `id, name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", allowed_networks AS "allowedNetworks",
  rotated_from_id AS "rotatedFromId"`;

/** The state of a key for the audit log, without anything that would help someone to guess the key. */
const stateOf = (row: string) => `jsonb_build_object(
  'name', ${row}.name, 'prefix', ${row}.prefix, 'scopes', ${row}.scopes, 'allowedNetworks', ${row}.allowed_networks,
  'expiresAt', ${row}.expires_at, 'revokedAt', ${row}.revoked_at)`;

/** Returns SQL that writes an audit entry for each row of `changed`, with its key as the subject. */
const audited = (note: string, before: string, after: string) =>
  auditStatement({
    note,
    changed: "changed",
    subject: "'api-key:' || changed.id",
    before,
    after,
  });

const beforeOf = (row: string) =>
  `(SELECT ${stateOf("before")} FROM api_key AS before WHERE before.id = ${row}.id)`;

/** The SQL statements for API keys. All parts of a statement see the rows as they were before the statement began. */
export const API_KEY_STATEMENTS = {
  /**
   * Updates the time of last use at most once a minute per key, so that reads cause few writes. Skips it while an audited
   * change holds the row, so that no call waits for another one.
   */
  findAndTouch: {
    name: "api-key-find-and-touch",
    text: `
WITH due AS (
  SELECT id FROM api_key
  WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED
), touched AS (
  UPDATE api_key SET last_used_at = $2 FROM due WHERE api_key.id = due.id
)
SELECT id, name, scopes, expires_at AS "expiresAt", revoked_at AS "revokedAt", allowed_networks AS "allowedNetworks"
FROM api_key WHERE hash = $1`,
  },
  upsert: `
WITH changed AS (
  INSERT INTO api_key (id, name, hash, prefix, scopes, expires_at, created_at, allowed_networks)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (hash) DO UPDATE SET
    name = EXCLUDED.name, scopes = EXCLUDED.scopes, expires_at = EXCLUDED.expires_at,
    allowed_networks = EXCLUDED.allowed_networks, revoked_at = NULL
  WHERE api_key.revoked_at IS NOT NULL
    OR (api_key.name, api_key.scopes, api_key.expires_at, api_key.allowed_networks)
      IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.scopes, EXCLUDED.expires_at, EXCLUDED.allowed_networks)
  RETURNING *
)
${audited("$9", beforeOf("changed"), stateOf("changed"))}`,
  /**
   * Locks the key before a rotation. `rotate` must start only after a concurrent rotation has committed, because
   * otherwise it would not see the key that the other rotation stored.
   */
  lock: "SELECT FROM api_key WHERE id = $1 FOR NO KEY UPDATE",
  rotate: `
WITH old AS (
  UPDATE api_key SET expires_at = LEAST(expires_at, $6)
  WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $5)
    AND NOT EXISTS (SELECT FROM api_key AS other WHERE other.rotated_from_id = $1 AND other.revoked_at IS NULL)
  RETURNING *
), made AS (
  INSERT INTO api_key (id, name, hash, prefix, scopes, expires_at, created_at, allowed_networks, rotated_from_id)
  SELECT $2, old.name, $3, $4, old.scopes, $7, $5, old.allowed_networks, old.id FROM old
  RETURNING *
), changed AS (
  SELECT old.id, ${beforeOf("old")} AS before,
    ${stateOf("old")} || jsonb_build_object('replacement', ${stateOf("made")} || jsonb_build_object('id', made.id)) AS after
  FROM old, made
), audited AS (
  ${audited("$8", "changed.before", "changed.after")}
)
SELECT ${LISTED} FROM made`,
  revokeNamed: `
WITH changed AS (
  UPDATE api_key SET revoked_at = $3
  WHERE name = $1 AND revoked_at IS NULL AND ($2::bytea IS NULL OR hash <> $2)
  RETURNING *
)
${audited("$4", beforeOf("changed"), stateOf("changed"))}`,
  revoke: `
WITH changed AS (
  UPDATE api_key SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING *
), audited AS (
  ${audited("$3", beforeOf("changed"), stateOf("changed"))}
)
SELECT EXISTS (SELECT FROM api_key WHERE id = $1) AS "isThere"`,
  list: `SELECT ${LISTED} FROM api_key ORDER BY created_at, id`,
};
