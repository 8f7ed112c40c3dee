import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { describeSweepRepositoryContract } from "@/lib/upkeep/testing/sweep-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createSweepRepository } from "./sweep-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

async function open() {
  const { pool, prisma } = await openEmptyDatabase();
  const documents = createStagedDocumentRepository(pool);
  const ports = {
    documents,
    clock: { now: () => new Date() },
    ids: { uuid: () => crypto.randomUUID() },
  };
  const aReview = async (until: Date) => {
    const { uuid: documentUuid } = await makeDocumentAt(ports, 4);
    return { documentUuid, userId: crypto.randomUUID(), until };
  };
  return {
    prisma,
    documents,
    sweeps: createSweepRepository(pool),
    aReview,
    placeReviewClaim: async (until: Date) => {
      await prisma.reviewClaim.create({ data: await aReview(until) });
    },
    placeBulkWork: async (createdAt: Date, state: "ended" | "preparing") => {
      const ids = { id: crypto.randomUUID(), userId: crypto.randomUUID() };
      await prisma.bulkWork.create({ data: { ...ids, state, createdAt } });
    },
    placeIdempotencyKey: async (createdAt: Date) => {
      const ids = { apiKeyId: crypto.randomUUID(), documentUuid: crypto.randomUUID() };
      await prisma.idempotencyKey.create({
        data: { ...ids, key: "again", requestHash: new Uint8Array(32), createdAt },
      });
    },
  };
}

describeSweepRepositoryContract("the sweeper's view of PostgreSQL", open);

test("documents that were put off are removed with the claims, once their time has come", async () => {
  const { prisma, sweeps, aReview, placeReviewClaim } = await open();
  const noon = new Date("2026-03-01T12:00:00.000Z");
  await placeReviewClaim(noon);
  await prisma.reviewSkip.create({ data: await aReview(noon) });
  const later = await aReview(new Date(noon.getTime() + 1));
  await prisma.reviewSkip.create({ data: later });
  expect(await sweeps.removeReviewClaims(noon, 100)).toBe(2);
  expect(await prisma.reviewSkip.findMany()).toEqual([later]);
});

test("the documents of old bulk work are removed before the work, and running work is kept", async () => {
  const { prisma, sweeps } = await open();
  const noon = new Date("2026-03-01T12:00:00.000Z");
  const by = { endedBy: noon, preparedBy: noon };
  const add = (state: string) =>
    prisma.bulkWork.create({
      data: {
        id: crypto.randomUUID(),
        userId: crypto.randomUUID(),
        state,
        createdAt: noon,
        items: { create: [1, 2, 3].map(() => ({ documentUuid: crypto.randomUUID() })) },
      },
    });
  await add("ended");
  const { id } = await add("running");
  expect(await sweeps.removeBulkWork(by, 2)).toBe(2);
  expect(await sweeps.removeBulkWork(by, 2)).toBe(1);
  expect(await sweeps.removeBulkWork(by, 2)).toBe(1);
  expect(await sweeps.removeBulkWork(by, 2)).toBe(0);
  expect(await prisma.bulkWork.findMany({ select: { id: true } })).toEqual([{ id }]);
  expect(await prisma.bulkWorkItem.count()).toBe(3);
});
