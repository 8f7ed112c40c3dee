import { createInMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { createInMemoryReviewClaims } from "./in-memory-review-claims";
import { describeReviewClaimsContract } from "./review-claims.contract";

describeReviewClaimsContract("in-memory claims", async () => {
  const documents = createInMemoryDocuments();
  return { documents, reviews: createInMemoryReviewClaims(documents) };
});
