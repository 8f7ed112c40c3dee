import { describeSweepRepositoryContract } from "@/lib/upkeep/testing/sweep-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createSweepRepository } from "./sweep-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeSweepRepositoryContract("the sweeper's view of PostgreSQL", async () => {
  const { pool, prisma } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    sweeps: createSweepRepository(pool),
    placeIdempotencyKey: async (createdAt: Date) => {
      const ids = { apiKeyId: crypto.randomUUID(), documentUuid: crypto.randomUUID() };
      await prisma.idempotencyKey.create({
        data: { ...ids, key: "again", requestHash: new Uint8Array(32), createdAt },
      });
    },
  };
});
