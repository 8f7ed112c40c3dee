import { expect, test } from "vitest";
import { describeAssetImportContract } from "@/lib/assets/testing/asset-import.contract";
import { describeAssetListContract } from "@/lib/assets/testing/asset-lists.contract";
import { describeAssetRepositoryContract } from "@/lib/assets/testing/asset-repository.contract";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const open = async () => createAssetRepository(await openEmptyDatabase());

describeAssetRepositoryContract("assets in PostgreSQL", open);
describeAssetListContract("lists of assets in PostgreSQL", open);
describeAssetImportContract("imports of assets in PostgreSQL", open);

test("an edit that also archives the asset changes nothing if a part of it fails", async () => {
  const assets = await open();
  const texts = { name: "Hof", description: "", folder: null };
  const asset = { id: crypto.randomUUID(), identifier: "A", ...texts, createdAt: new Date() };
  const created = await assets.create(asset, anAuditNote());
  const note = anAuditNote();
  const refused = { ...note, author: { ...note.author, requestId: "no UUID" } };
  const change = { name: "Haus", isArchived: true, at: new Date() };
  await expect(
    assets.amend(asset.id, change, { edited: note, archived: refused }),
  ).rejects.toThrow();
  expect(await assets.find(asset.id)).toEqual(created);
});

test("an import writes one audit entry with the counts, and a row for each asset with its state before and after", async () => {
  const database = await openEmptyDatabase();
  const assets = createAssetRepository(database);
  const at = new Date();
  const texts = { name: "Hof", description: "", folder: null };
  const old = { id: crypto.randomUUID(), identifier: "N-1", ...texts, createdAt: at };
  await assets.create(old, anAuditNote());
  const created = [{ ...old, id: crypto.randomUUID(), identifier: "N-2" }];
  const edited = [{ id: old.id, before: texts, after: { ...texts, folder: "Bern" } }];
  const note = { ...anAuditNote(), action: "assets-imported" } as const;
  expect(await assets.import({ created, edited, at }, note)).toBe(true);
  const { rows: entries } = await database.pool.query(
    "SELECT id, subject, before, after FROM audit_entry WHERE action = 'assets-imported'",
  );
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const after = { created: 1, changed: 1, rowsDigest: digest };
  expect(entries).toEqual([{ id: entries[0].id, subject: "assets", before: null, after }]);
  const { rows } = await database.pool.query(
    "SELECT entry_id, subject, before, after FROM audit_row ORDER BY id",
  );
  const entry_id = entries[0].id;
  expect(rows).toEqual([
    { entry_id, subject: "asset:N-1", before: texts, after: { ...texts, folder: "Bern" } },
    { entry_id, subject: "asset:N-2", before: null, after: texts },
  ]);
});
