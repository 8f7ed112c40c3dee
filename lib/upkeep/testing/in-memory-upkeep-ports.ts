import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createInMemorySweeps } from "./in-memory-sweeps";

/** What `makeUpkeepPorts` makes. */
export type InMemoryUpkeepPorts = ReturnType<typeof makeUpkeepPorts>;

/** Fresh, empty ports of upkeep, beside the given ones: disks without figures, 6 h of grace, 30 days until a file is erased. */
export const makeUpkeepPorts = (documentPorts = makeDocumentPorts()) => ({
  ...documentPorts,
  sweeps: createInMemorySweeps(documentPorts.documents),
  diskSpace: { freeBytes: async () => null },
  sweepLimits: { uploadGraceSeconds: 21_600, fileRetentionDays: 30 },
});
