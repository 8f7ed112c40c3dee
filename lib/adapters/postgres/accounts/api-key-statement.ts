import sql, { raw, type Sql } from "sql-template-tag";
import type { NewApiKey } from "@/lib/accounts/access-ports";
import { auditStatement } from "../core/audit-statement";
import { type Parameter, statement } from "../core/query";

const LISTED = sql`id, name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", allowed_networks AS "allowedNetworks",
  rotated_from_id AS "rotatedFromId"`;

/** The state of a key for the audit log, without anything that would help someone to guess the key. */
const stateOf = (row: string) =>
  raw(`jsonb_build_object(
  'name', ${row}.name, 'prefix', ${row}.prefix, 'scopes', ${row}.scopes, 'allowedNetworks', ${row}.allowed_networks,
  'expiresAt', ${row}.expires_at, 'revokedAt', ${row}.revoked_at)`);

/** Returns SQL that writes an audit entry for each row of `changed`, with its key as the subject. */
const audited = (note: Parameter, before: Sql, after: Sql) =>
  auditStatement({
    note,
    changed: "changed",
    subject: sql`'api-key:' || changed.id`,
    before,
    after,
  });

const beforeOf = (row: string) =>
  sql`(SELECT ${stateOf("before")} FROM api_key AS before WHERE before.id = ${raw(row)}.id)`;

/** The SQL statements for API keys. All parts of a statement see the rows as they were before the statement began. */
export const API_KEY_STATEMENTS = {
  /**
   * Updates the time of last use at most once a minute per key, so that reads cause few writes. Skips it while an audited
   * change holds the row, so that no call waits for another one.
   */
  findAndTouch: statement<{ hash: Buffer; at: Date }>(
    "api-key-find-and-touch",
    ({ hash, at }) => sql`
WITH due AS (
  SELECT id FROM api_key
  WHERE hash = ${hash} AND (last_used_at IS NULL OR last_used_at < ${at}::timestamptz - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED
), touched AS (
  UPDATE api_key SET last_used_at = ${at} FROM due WHERE api_key.id = due.id
)
SELECT id, name, scopes, expires_at AS "expiresAt", revoked_at AS "revokedAt", allowed_networks AS "allowedNetworks"
FROM api_key WHERE hash = ${hash}`,
  ),
  upsert: statement<NewApiKey & { note: string }>(
    null,
    (key) => sql`
WITH changed AS (
  INSERT INTO api_key (id, name, hash, prefix, scopes, expires_at, created_at, allowed_networks)
  VALUES (${key.id}, ${key.name}, ${key.hash}, ${key.prefix}, ${key.scopes}, ${key.expiresAt}, ${key.createdAt}, ${key.allowedNetworks})
  ON CONFLICT (hash) DO UPDATE SET
    name = EXCLUDED.name, scopes = EXCLUDED.scopes, expires_at = EXCLUDED.expires_at,
    allowed_networks = EXCLUDED.allowed_networks, revoked_at = NULL
  WHERE api_key.revoked_at IS NOT NULL
    OR (api_key.name, api_key.scopes, api_key.expires_at, api_key.allowed_networks)
      IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.scopes, EXCLUDED.expires_at, EXCLUDED.allowed_networks)
  RETURNING *
)
${audited(key.note, beforeOf("changed"), stateOf("changed"))}`,
  ),
  /**
   * Locks the key before a rotation. `rotate` must start only after a concurrent rotation has committed, because
   * otherwise it would not see the key that the other rotation stored.
   */
  lock: statement<{ id: string }>(
    null,
    ({ id }) => sql`SELECT FROM api_key WHERE id = ${id} FOR NO KEY UPDATE`,
  ),
  rotate: statement<
    Pick<NewApiKey, "id" | "hash" | "prefix" | "expiresAt" | "createdAt"> & {
      oldId: string;
      until: Date;
      note: string;
    }
  >(
    null,
    ({ oldId, until, note, id, hash, prefix, expiresAt, createdAt }) => sql`
WITH old AS (
  UPDATE api_key SET expires_at = LEAST(expires_at, ${until})
  WHERE id = ${oldId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${createdAt})
    AND NOT EXISTS (SELECT FROM api_key AS other WHERE other.rotated_from_id = ${oldId} AND other.revoked_at IS NULL)
  RETURNING *
), made AS (
  INSERT INTO api_key (id, name, hash, prefix, scopes, expires_at, created_at, allowed_networks, rotated_from_id)
  SELECT ${id}, old.name, ${hash}, ${prefix}, old.scopes, ${expiresAt}, ${createdAt}, old.allowed_networks, old.id FROM old
  RETURNING *
), changed AS (
  SELECT old.id, ${beforeOf("old")} AS before,
    ${stateOf("old")} || jsonb_build_object('replacement', ${stateOf("made")} || jsonb_build_object('id', made.id)) AS after
  FROM old, made
), audited AS (
  ${audited(note, sql`changed.before`, sql`changed.after`)}
)
SELECT ${LISTED} FROM made`,
  ),
  revokeNamed: statement<{ name: string; exceptHash: Buffer | null; at: Date; note: string }>(
    null,
    ({ name, exceptHash, at, note }) => sql`
WITH changed AS (
  UPDATE api_key SET revoked_at = ${at}
  WHERE name = ${name} AND revoked_at IS NULL AND (${exceptHash}::bytea IS NULL OR hash <> ${exceptHash})
  RETURNING *
)
${audited(note, beforeOf("changed"), stateOf("changed"))}`,
  ),
  revoke: statement<{ id: string; at: Date; note: string }>(
    null,
    ({ id, at, note }) => sql`
WITH changed AS (
  UPDATE api_key SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING *
), audited AS (
  ${audited(note, beforeOf("changed"), stateOf("changed"))}
)
SELECT EXISTS (SELECT FROM api_key WHERE id = ${id}) AS "isThere"`,
  ),
};
