/** The use is noted at most once a minute and key, so that reading stays reading. */
export const FIND_AND_TOUCH_API_KEY = {
  name: "api-key-find-and-touch",
  text: `
WITH touched AS (
  UPDATE api_key SET last_used_at = $2
  WHERE hash = $1 AND (last_used_at IS NULL OR last_used_at < $2::timestamptz - interval '1 minute')
)
SELECT id, name, scopes, expires_at AS "expiresAt", revoked_at AS "revokedAt" FROM api_key WHERE hash = $1`,
} as const;
