import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeStagedDocumentRepository } from "@/lib/documents/testing/staged-document-repository.contract";
import { describeStatusChangeHistory } from "@/lib/documents/testing/staged-document-repository-history.contract";
import { describeIdempotentCreation } from "@/lib/documents/testing/staged-document-repository-idempotency.contract";
import { describeDocumentList } from "@/lib/documents/testing/staged-document-repository-list.contract";
import { describeResultsAndRenewals } from "@/lib/documents/testing/staged-document-repository-results.contract";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeStagedDocumentRepository("documents in PostgreSQL", open);
describeStatusChangeHistory("history in PostgreSQL", open);
describeResultsAndRenewals("results and renewals in PostgreSQL", open);
describeDocumentList("the list in PostgreSQL", open);
describeIdempotentCreation("idempotent creation in PostgreSQL", open);

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
