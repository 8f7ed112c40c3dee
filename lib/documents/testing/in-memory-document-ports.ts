import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createFixedProcessingPolicy } from "./fixed-processing-policy";
import { createInMemoryBulkStarts, createInMemoryBulkWorks } from "./in-memory-bulk-works";
import { createInMemoryChanges } from "./in-memory-changes";
import { createInMemoryContentErasures } from "./in-memory-content-erasures";
import { createInMemoryDocuments } from "./in-memory-documents";
import { createInMemoryStatusFeed } from "./in-memory-status-feed";
import { createInMemoryStorage } from "./in-memory-storage";

/** The return type of `makeDocumentPorts`. */
export type InMemoryDocumentPorts = ReturnType<typeof makeDocumentPorts>;

/**
 * Creates empty in-memory document ports on top of the given kernel ports. Uploads may be up to 100 bytes, and URLs are
 * valid for an hour.
 */
export function makeDocumentPorts(kernel = makeKernelPorts()) {
  const documents = createInMemoryDocuments();
  return {
    ...kernel,
    documents,
    bulkWorks: createInMemoryBulkWorks(documents),
    bulkStarts: createInMemoryBulkStarts(),
    contentErasures: createInMemoryContentErasures(documents),
    statusFeed: createInMemoryStatusFeed(documents.history),
    storage: createInMemoryStorage(kernel.clock),
    changes: createInMemoryChanges(),
    limits: { uploadUrlExpiresInSeconds: 3600, uploadSizeMaxBytes: 100 },
    processing: createFixedProcessingPolicy(),
  };
}
