import { createInMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { createInMemorySweeps } from "./in-memory-sweeps";
import { describeSweepRepository } from "./sweep-repository.contract";

describeSweepRepository("the sweeper's view of documents in memory", async () => {
  const documents = createInMemoryDocuments();
  const sweeps = createInMemorySweeps(documents);
  return { documents, sweeps, placeIdempotencyKey: sweeps.placeIdempotencyKey };
});
