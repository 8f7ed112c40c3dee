import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemorySweeps } from "./in-memory-sweeps";

/** The result of `makeUpkeepPorts`. */
export type InMemoryUpkeepPorts = ReturnType<typeof makeUpkeepPorts>;

/**
 * Creates empty ports of upkeep over the given document ports: disks without figures, a grace period of 6 h, and 30 days
 * until a file is erased.
 */
export const makeUpkeepPorts = (documentPorts = makeDocumentPorts()) => ({
  ...documentPorts,
  sweeps: createInMemorySweeps(documentPorts.documents),
  diskSpace: { freeBytes: async () => null },
  sweepLimits: { uploadGraceSeconds: 21_600, fileRetentionDays: 30 },
});
