import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { describeStatusFeedRepository } from "@/lib/testing/status-feed-repository.contract";
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
