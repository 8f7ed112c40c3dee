import { STATUS } from "@/lib/documents/rules/status";
import type { InMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import type { ReviewClaims, ReviewStatistics } from "../ports";
import type { ReviewClaim } from "../rules/review-claim";

/** Creates claims in memory, for the documents of an in-memory repository. */
export function createInMemoryReviewClaims(
  documents: InMemoryDocuments,
): ReviewClaims & ReviewStatistics {
  const claims = new Map<string, ReviewClaim>();
  const skips = new Map<string, ReviewClaim>();
  const release: ReviewClaims["release"] = async ({ documentUuid, userId }) => {
    if (claims.get(documentUuid)?.userId === userId) claims.delete(documentUuid);
  };
  return {
    async hold(claim, { at, takesOver }) {
      if (!(await documents.find(claim.documentUuid))) return null;
      const held = claims.get(claim.documentUuid);
      if (held && held.userId !== claim.userId && held.until > at && !takesOver) return held;
      claims.set(claim.documentUuid, claim);
      return claim;
    },
    release,
    async skip(skip) {
      await release(skip);
      skips.set(`${skip.userId} ${skip.documentUuid}`, skip);
    },
    async listUnavailable(userId, at) {
      const isUnavailable = (uuid: string) => {
        const claim = claims.get(uuid);
        const skip = skips.get(`${userId} ${uuid}`);
        const isHeld = claim !== undefined && claim.userId !== userId && claim.until > at;
        return isHeld || (skip !== undefined && skip.until > at);
      };
      return documents
        .all()
        .map(({ uuid }) => uuid)
        .filter(isUnavailable);
    },
    async countDecided(userId, since) {
      const actors = [`administrator:${userId}`, `reviewer:${userId}`];
      return documents.history.rows.filter(
        ({ change: { actor, at, previousStatus, currentStatus } }) =>
          actors.includes(actor) && at >= since && isDecision(previousStatus, currentStatus),
      ).length;
    },
  };
}

const isDecision = (from: number | null, to: number) =>
  (from === STATUS.uploadSuccessful || from === STATUS.waitingForReview) &&
  (to === STATUS.approved || to === STATUS.deleted);
