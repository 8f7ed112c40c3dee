/** How long a claim lasts unless it is renewed. */
const CLAIM_MS = 120_000;

/** How far ahead a document can be put off. Tomorrow is at most this far away, in any time zone. */
const SKIP_MS_MAX = 48 * 3_600_000;

/** A reviewer's hold on a document. It keeps two reviewers from being given the same document, and nothing else. */
export interface ReviewClaim {
  readonly documentUuid: string;
  readonly userId: string;
  /** The claim has ended at this time. */
  readonly until: Date;
}

/** Returns when a claim ends that is made or renewed at a time. */
export const claimEnd = (at: Date): Date => new Date(at.getTime() + CLAIM_MS);

/** How far back decisions are counted. A day that somewhere has begun is at most this old, even on a clock that is wrong. */
const COUNTED_MS_MAX = 48 * 3_600_000;

/** Returns why decisions cannot be counted from a time on; null if they can. */
export const sinceProblem = (since: Date, now: Date): string | null =>
  now.getTime() - since.getTime() <= COUNTED_MS_MAX ? null : "must be within the last 48 hours";

/** Returns why a document cannot be put off until a time; null if it can. */
export function skipProblem(until: Date, now: Date): string | null {
  const aheadMs = until.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= SKIP_MS_MAX ? null : "must be within the next 48 hours";
}
