import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeAssetImportContract } from "@/lib/assets/testing/asset-import.contract";
import { describeAssetListContract } from "@/lib/assets/testing/asset-lists.contract";
import { describeAssetRepositoryContract } from "@/lib/assets/testing/asset-repository.contract";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetRepository } from "./asset-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const open = async () => createAssetRepository(await openEmptyDatabase());

describeAssetRepositoryContract("assets in PostgreSQL", open);
describeAssetListContract("lists of assets in PostgreSQL", open);
describeAssetImportContract("imports of assets in PostgreSQL", open);

test("an import of 250 assets is three entries of the audit with all of them, before and after", async () => {
  const database = await openEmptyDatabase();
  const assets = createAssetRepository(database);
  const at = new Date();
  const texts = { name: "Hof", description: "", folder: null };
  const old = { id: crypto.randomUUID(), identifier: "N-000", ...texts, createdAt: at };
  await assets.create(old, anAuditNote());
  const created = Array.from({ length: 249 }, (_, n) => {
    const identifier = `N-${String(n + 1).padStart(3, "0")}`;
    return { ...old, id: crypto.randomUUID(), identifier };
  });
  const edited = [{ id: old.id, before: texts, after: { ...texts, folder: "Bern" } }];
  const note = { ...anAuditNote(), action: "assets-imported", subject: "assets" } as const;
  expect(await assets.import({ created, edited, at }, note)).toBe(true);
  const { rows } = await database.pool.query(
    "SELECT subject, before, after FROM audit_entry WHERE action = 'assets-imported' ORDER BY id",
  );
  expect(rows.map(({ subject, after }) => [subject, Object.keys(after).length])).toEqual([
    ...[
      ["assets", 100],
      ["assets", 100],
      ["assets", 50],
    ],
  ]);
  expect(rows[0].before).toEqual({ "N-000": texts });
  expect(rows[0].after["N-000"]).toEqual({ ...texts, folder: "Bern" });
  expect(rows[2].before).toBeNull();
  expect(rows[2].after["N-249"]).toEqual(texts);
});
