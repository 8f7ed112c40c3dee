import type pg from "pg";
import sql from "sql-template-tag";
import { STATUS } from "@/lib/documents/rules/status";
import type { ReviewClaims, ReviewStatistics } from "@/lib/review/ports";
import type { ReviewClaim } from "@/lib/review/rules/review-claim";
import { createQuery, statement } from "../core/query";

/** Keeps reviewers' claims, and counts their decisions, in PostgreSQL. */
export function createReviewClaims(pool: pg.Pool): ReviewClaims & ReviewStatistics {
  const query = createQuery(pool);
  return {
    async hold(claim, options) {
      const { rows } = await query<ReviewClaim>(REVIEW_STATEMENTS.hold({ ...claim, ...options }));
      return rows[0] ?? null;
    },
    async release(claim) {
      await query(REVIEW_STATEMENTS.release(claim));
    },
    async skip(skip) {
      await query(REVIEW_STATEMENTS.skip(skip));
    },
    async listUnavailable(userId, at) {
      const { rows } = await query<{ uuid: string }>(
        REVIEW_STATEMENTS.listUnavailable({ userId, at }),
      );
      return rows.map(({ uuid }) => uuid);
    },
    async countDecided(userId, since) {
      const actors = [`administrator:${userId}`, `reviewer:${userId}`];
      const { rows } = await query<{ count: number }>(
        REVIEW_STATEMENTS.countDecided({ actors, since }),
      );
      return rows[0]?.count ?? 0;
    },
  };
}

const { uploadSuccessful, waitingForReview, approved, deleted } = STATUS;
const COLUMNS = sql`document_uuid AS "documentUuid", user_id AS "userId", until`;

/** Nobody can review this many in two days; it bounds what a program may cause. */
const UNAVAILABLE_MAX = 2000;

/** The SQL of reviews. */
const REVIEW_STATEMENTS = {
  /** A claim that a concurrent call has just written is not visible to the second part, so there may be no row. */
  hold: statement<ReviewClaim & { at: Date; takesOver: boolean }>(
    "review-claim-hold",
    ({ documentUuid, userId, until, at, takesOver }) => sql`
WITH held AS (
  INSERT INTO review_claim (document_uuid, user_id, until)
  SELECT uuid, ${userId}, ${until} FROM staged_document WHERE uuid = ${documentUuid}
  ON CONFLICT (document_uuid) DO UPDATE SET user_id = EXCLUDED.user_id, until = EXCLUDED.until
  WHERE review_claim.user_id = EXCLUDED.user_id OR review_claim.until <= ${at} OR ${takesOver}
  RETURNING ${COLUMNS}
)
SELECT * FROM held
UNION ALL
SELECT ${COLUMNS} FROM review_claim WHERE document_uuid = ${documentUuid} AND NOT EXISTS (SELECT FROM held)`,
  ),
  release: statement<{ documentUuid: string; userId: string }>(
    "review-claim-release",
    ({ documentUuid, userId }) => sql`
DELETE FROM review_claim WHERE document_uuid = ${documentUuid} AND user_id = ${userId}`,
  ),
  skip: statement<ReviewClaim>(
    "review-skip",
    ({ documentUuid, userId, until }) => sql`
WITH released AS (
  DELETE FROM review_claim WHERE document_uuid = ${documentUuid} AND user_id = ${userId}
)
INSERT INTO review_skip (document_uuid, user_id, until) VALUES (${documentUuid}, ${userId}, ${until})
ON CONFLICT (user_id, document_uuid) DO UPDATE SET until = EXCLUDED.until`,
  ),
  listUnavailable: statement<{ userId: string; at: Date }>(
    "review-unavailable",
    ({ userId, at }) => sql`
(SELECT document_uuid AS uuid FROM review_claim
 WHERE user_id <> ${userId} AND until > ${at} LIMIT ${UNAVAILABLE_MAX})
UNION
(SELECT document_uuid FROM review_skip
 WHERE user_id = ${userId} AND until > ${at} ORDER BY until DESC LIMIT ${UNAVAILABLE_MAX})`,
  ),
  countDecided: statement<{ actors: readonly string[]; since: Date }>(
    "review-count-decided",
    ({ actors, since }) => sql`
SELECT count(*)::int AS count FROM status_change
WHERE actor = ANY (${actors}::text[]) AND at >= ${since}
  AND from_status IN (${uploadSuccessful}, ${waitingForReview}) AND to_status IN (${approved}, ${deleted})`,
  ),
} as const;
