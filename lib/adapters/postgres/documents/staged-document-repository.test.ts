import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeStagedDocumentRepositoryContract } from "@/lib/documents/testing/staged-document-repository.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeStagedDocumentRepositoryContract("documents in PostgreSQL", open);

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
