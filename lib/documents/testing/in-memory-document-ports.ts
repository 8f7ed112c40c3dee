import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { createFixedProcessingPolicy } from "./fixed-processing-policy";
import { createInMemoryChanges } from "./in-memory-changes";
import { createInMemoryContentErasures } from "./in-memory-content-erasures";
import { createInMemoryDocuments } from "./in-memory-documents";
import { createInMemoryStatusFeed } from "./in-memory-status-feed";
import { createInMemoryStorage } from "./in-memory-storage";

/** What `makeDocumentPorts` makes. */
export type InMemoryDocumentPorts = ReturnType<typeof makeDocumentPorts>;

/** Fresh, empty ports of documents, beside the given ones; uploads may have 100 bytes and URLs live for an hour. */
export function makeDocumentPorts(kernel = makeKernelPorts()) {
  const documents = createInMemoryDocuments();
  return {
    ...kernel,
    documents,
    contentErasures: createInMemoryContentErasures(documents),
    statusFeed: createInMemoryStatusFeed(documents.history),
    storage: createInMemoryStorage(kernel.clock),
    changes: createInMemoryChanges(),
    limits: { uploadUrlExpiresInSeconds: 3600, uploadSizeMaxBytes: 100 },
    processing: createFixedProcessingPolicy(),
  };
}
