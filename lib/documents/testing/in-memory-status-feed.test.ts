import { createInMemoryDocuments } from "./in-memory-documents";
import { createInMemoryStatusFeed } from "./in-memory-status-feed";
import { describeStatusFeedRepository } from "./status-feed-repository.contract";

describeStatusFeedRepository("the feed in memory", async () => {
  const documents = createInMemoryDocuments();
  return { documents, statusFeed: createInMemoryStatusFeed(documents.history) };
});
