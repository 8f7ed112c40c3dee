import { expect, test } from "vitest";
import {
  anErasure,
  describeContentErasuresContract,
} from "@/lib/documents/testing/content-erasures.contract";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createContentErasures } from "./content-erasures";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

async function open() {
  const { pool, prisma } = await openEmptyDatabase();
  const documents = createStagedDocumentRepository(pool);
  return { pool, prisma, documents, contentErasures: createContentErasures(pool) };
}

describeContentErasuresContract("erasures in PostgreSQL", open);

async function arrangeApproved() {
  const opened = await open();
  const clock = createFixedClock(new Date("2026-03-01T12:00:00.000Z"));
  const document = await makeDocumentAt({ ...opened, clock, ids: createCountingIds() }, 5);
  return { ...opened, uuid: document.uuid };
}

test("the event and the audit log each record once who erased the content, when and why", async () => {
  const { prisma, contentErasures, uuid } = await arrangeApproved();
  const erasure = anErasure(uuid);
  const requestId = "019cbc00-0000-7000-8000-0000000000f0";
  const author = { actor: "administrator:1", address: "203.0.113.7", requestId };
  const note = { ...erasure.note, author };
  await contentErasures.mark({ ...erasure, note });
  await contentErasures.mark({ ...erasure, note });
  const reason = { reason: "asked for by the tenant" };
  expect(await prisma.documentEvent.findMany({ omit: { id: true } })).toEqual([
    {
      documentUuid: uuid,
      kind: "content-erased",
      actor: "administrator:1",
      requestId,
      at: note.at,
      details: reason,
    },
  ]);
  expect(await prisma.auditEntry.findMany()).toMatchObject([
    {
      ...author,
      action: "document-content-erased",
      subject: `document:${uuid}`,
      before: { status: 5, name: "report.pdf", size: 7, sha256: null },
      after: reason,
    },
  ]);
});

test("an erasure without a reason stores null as its reason", async () => {
  const { prisma, contentErasures, uuid } = await arrangeApproved();
  await contentErasures.mark({ ...anErasure(uuid), reason: null });
  expect(await prisma.documentEvent.findMany()).toMatchObject([{ details: {} }]);
  expect(await prisma.auditEntry.findMany()).toMatchObject([{ after: {} }]);
});

test("nothing is erased if the audit entry cannot be written", async () => {
  const { pool, prisma, documents, contentErasures, uuid } = await arrangeApproved();
  await pool.query(
    "ALTER TABLE audit_entry ADD CONSTRAINT refused CHECK (action = 'other') NOT VALID",
  );
  try {
    await expect(contentErasures.mark(anErasure(uuid))).rejects.toThrow();
  } finally {
    await pool.query("ALTER TABLE audit_entry DROP CONSTRAINT refused");
  }
  expect((await documents.find(uuid))?.file?.erasedAt).toBeNull();
  expect(await prisma.documentEvent.count()).toBe(0);
  expect(await contentErasures.listPending(null, 1)).toEqual([]);
});
