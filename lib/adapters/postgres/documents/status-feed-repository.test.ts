import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeStatusFeedRepository } from "@/lib/documents/testing/status-feed-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "./staged-document-repository";
import { createStatusFeedRepository } from "./status-feed-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeStatusFeedRepository("the feed in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    statusFeed: createStatusFeedRepository(pool),
  };
});
