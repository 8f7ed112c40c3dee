import type { Database } from "../core/database";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createBacklog } from "./backlog";
import { createDocumentTexts } from "./document-texts";
import { createFileHashes } from "./file-hashes";
import { createProcessingRuns } from "./processing-runs";
import { createProcessingStatistics } from "./processing-statistics";

/** Creates all ports that store processing data, using one database. */
export const runsInPostgres = (
  { pool, prisma }: Database,
  onRefused: Parameters<typeof createDocumentTexts>[1] = () => undefined,
) => ({
  documents: createStagedDocumentRepository(pool),
  processingRuns: createProcessingRuns(pool),
  documentTexts: createDocumentTexts(pool, onRefused),
  fileHashes: createFileHashes(pool),
  backlog: createBacklog(pool),
  processingStatistics: createProcessingStatistics(pool),
  configureWebhook: async (url: string | null) => {
    const data = { url, updatedAt: new Date() };
    await prisma.webhookConfiguration.upsert({ where: { id: 1 }, create: data, update: data });
  },
});
