import { describeStatusFeedRepositoryContract } from "@/lib/documents/testing/status-feed-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "./staged-document-repository";
import { createStatusFeedRepository } from "./status-feed-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeStatusFeedRepositoryContract("the feed in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    statusFeed: createStatusFeedRepository(pool),
  };
});
