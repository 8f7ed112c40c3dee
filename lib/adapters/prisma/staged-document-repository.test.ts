import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/testing/prepare-database";
import { describeStagedDocumentRepository } from "@/lib/testing/staged-document-repository.contract";
import { describeStatusChangeHistory } from "@/lib/testing/status-change-history.contract";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeStagedDocumentRepository("documents in PostgreSQL", open);
describeStatusChangeHistory("history in PostgreSQL", open);

async function open() {
  const { pool, prisma } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    configureWebhook: async (url: string | null) => {
      const data = { url, updatedAt: new Date() };
      await prisma.webhookConfiguration.upsert({ where: { id: 1 }, create: data, update: data });
    },
  };
}
