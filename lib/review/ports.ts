import type { ReviewClaim } from "./rules/review-claim";

/** Who looks at which document, and what each reviewer has put off. Nothing here limits who may decide. */
export interface ReviewClaims {
  /**
   * Makes or renews a claim in one statement, if no claim of another user lives at `at`, or whatever lives if it takes
   * over. @returns the claim on the document afterwards, which may be another user's; null if a concurrent call was
   * first or the document does not exist
   */
  hold(
    claim: ReviewClaim,
    options: { readonly at: Date; readonly takesOver: boolean },
  ): Promise<ReviewClaim | null>;
  /** Ends the user's claim on the document, if there is one. */
  release(claim: Pick<ReviewClaim, "documentUuid" | "userId">): Promise<void>;
  /** Puts a document off for the user, or changes until when, and ends the user's claim on it, in one statement. */
  skip(skip: ReviewClaim): Promise<void>;
  /**
   * Returns the documents that a user is not to be given at a time: others hold them, or the user put them off. At most a
   * few thousand of each.
   */
  listUnavailable(userId: string, at: Date): Promise<readonly string[]>;
}

/** What reviewers have done. */
export interface ReviewStatistics {
  /** Counts the documents that a user has approved, accepted or deleted since a time. */
  countDecided(userId: string, since: Date): Promise<number>;
}
