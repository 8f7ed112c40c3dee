import { describeReviewClaimsContract } from "@/lib/review/testing/review-claims.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createReviewClaims } from "./review-claims";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeReviewClaimsContract("claims in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return { documents: createStagedDocumentRepository(pool), reviews: createReviewClaims(pool) };
});
