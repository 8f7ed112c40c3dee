import { afterAll, describe, expect, test } from "vitest";
import { describeAssetOverviewsContract } from "@/lib/assets/testing/asset-overviews.contract";
import { NO_FILTER } from "@/lib/assets/testing/asset-overviews.fixture";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createDatabase } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createAssetOverviews } from "./asset-overviews";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetOverviewsContract("overviews in PostgreSQL", open);

describe("without a database server", () => {
  const url = "postgresql://nobody:secret@127.0.0.1:1/none";
  const database = createDatabase(url, { onIdleError: () => undefined });
  const overviews = createAssetOverviews(database.pool);
  const assets = createAssetRepository(database);
  afterAll(() => database.close());
  const viewer = { userId: crypto.randomUUID(), since: new Date() };
  const at = new Date();
  const calls: Record<string, () => Promise<unknown>> = {
    list: () => overviews.list(NO_FILTER, { order: "name", offset: 0, limit: 1, viewer }),
    "find of an overview": () => overviews.findByIdentifier("A", viewer),
    listUnassigned: () => overviews.listUnassigned({ text: null, after: null, limit: 1 }),
    documentsAt: () => overviews.documentsAt("A"),
    noteVisit: () => overviews.noteVisit(viewer.userId, "A", at),
    find: () => assets.find(viewer.userId),
    findByIdentifier: () => assets.findByIdentifier("A"),
    update: () => assets.update(viewer.userId, { name: "A", description: "", at }, anAuditNote()),
    setArchived: () => assets.setArchived(viewer.userId, { isArchived: true, at }, anAuditNote()),
  };

  test.each(Object.entries(calls))("%s rejects with database-unavailable", async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ code: "database-unavailable" });
  });
});

async function open() {
  const database = await openEmptyDatabase();
  return {
    assets: createAssetRepository(database),
    documents: createStagedDocumentRepository(database.pool),
    overviews: createAssetOverviews(database.pool),
  };
}
