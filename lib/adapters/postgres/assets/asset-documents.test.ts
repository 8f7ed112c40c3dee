import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeAssetDocumentsContract } from "@/lib/assets/testing/asset-documents.contract";
import { fillDatabase } from "../core/fill-database.fixture";
import { planOf } from "../core/plan-of.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { ASSET_DOCUMENTS_SQL } from "./asset-document-statement";
import { createAssetDocuments } from "./asset-documents";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetDocumentsContract("the documents of an asset in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    assetDocuments: createAssetDocuments(pool),
  };
});

const DOCUMENTS = 100_000;
/** One asset has half of all documents, the others a hundred each. */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'ALL' ELSE 'BLD-' || n % 1000 END, 'a.pdf', 1, t, t, t
FROM generate_series(1, ${DOCUMENTS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  "VACUUM ANALYZE staged_document",
];
const INDEX = "staged_document_asset_identifier_created_at_uuid_idx";

describe(`plans at ${DOCUMENTS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  const filters = [
    ["nothing", null, null],
    ["a status", 1, null],
    ["a text", null, "%a%"],
    ["both", 1, "%a%"],
  ] as const;
  describe.each(["ALL", "BLD-7", "none"])("of %s", (identifier) => {
    test.each(filters)("filtered by %s walks its index", async (_, status, pattern) => {
      const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";
      const values = [identifier, "infinity", last, 51, status, pattern];
      const plan = await planOf(pool(), "force_custom_plan", ASSET_DOCUMENTS_SQL, values);
      expect(plan).toContain(`Index Scan Backward using ${INDEX}`);
      expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/);
    });
  });
});
