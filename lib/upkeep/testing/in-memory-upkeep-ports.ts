import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemorySweeps } from "./in-memory-sweeps";

/** The result of `makeUpkeepPorts`. */
export type InMemoryUpkeepPorts = ReturnType<typeof makeUpkeepPorts>;

/**
 * Creates empty upkeep ports over the given document ports: disks without figures, a grace period of 6 h, and a retention
 * period of 30 days.
 */
export const makeUpkeepPorts = (documentPorts = makeDocumentPorts()) => ({
  ...documentPorts,
  sweeps: createInMemorySweeps(documentPorts.documents),
  diskSpace: { freeBytes: async () => null },
  sweepLimits: { uploadGraceSeconds: 21_600, fileRetentionDays: 30 },
});
