import { describe, expect, test } from "vitest";
import { describeAssetDocumentsContract } from "@/lib/assets/testing/asset-documents.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { planOf } from "../core/plan-of.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository } from "../documents/staged-document-repository";
import { createAssetDocuments, listQuery } from "./asset-documents";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeAssetDocumentsContract("the documents of an asset in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    documents: createStagedDocumentRepository(pool),
    assetDocuments: createAssetDocuments(pool),
  };
});

const DOCUMENTS = 100_000;
/**
 * Half of all documents belong to one asset, and every other asset has a hundred. Most uploads have failed, and no
 * document is awaiting a review.
 */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'ALL' ELSE 'BLD-' || n % 1000 END, 'a.pdf',
  CASE WHEN n % 5000 = 0 OR n > ${DOCUMENTS} - 5000 THEN 1 ELSE 6 END, t, t, t
FROM generate_series(1, ${DOCUMENTS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  `INSERT INTO document_name_parts (document_uuid, parts)
SELECT uuid, search_parts(asset_identifier, name) FROM staged_document`,
  "VACUUM ANALYZE staged_document, document_name_parts",
];
const OF_ALL = "staged_document_asset_identifier_created_at_uuid_idx";
const AT_STATUS = "staged_document_asset_identifier_status_created_at_uuid_idx";

describe(`query plans with ${DOCUMENTS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  const filters = [
    ["nothing", null, null, OF_ALL],
    ["a frequent status", 6, null, "staged_document_asset_identifier_"],
    ["a rare status", 1, null, AT_STATUS],
    ["a text", null, "a", OF_ALL],
    ["both", 1, "a", AT_STATUS],
  ] as const;
  describe.each(["ALL", "BLD-7", "none"])("for the identifier %s", (assetIdentifier) => {
    test.each(filters)(
      "a list filtered by %s reads its index in order",
      async (_, status, text, index) => {
        const statement = listQuery({ assetIdentifier, status, text }, { after: null, limit: 51 });
        const plan = await planOf(pool(), "force_custom_plan", statement);
        expect(plan).toContain(`Index Scan Backward using ${index}`);
        expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/);
      },
    );
  });

  test.each(["ALL", "BLD-7", "none"])(
    "a search at %s reads the newest documents in order and looks up the others by their parts",
    async (assetIdentifier) => {
      const filter = { assetIdentifier, status: null, text: "a.p" };
      const statement = listQuery(filter, { after: null, limit: 51 });
      const plan = await planOf(pool(), "force_custom_plan", statement);
      expect(plan).toContain(`Index Scan Backward using ${OF_ALL}`);
      expect(plan).toContain("document_name_parts_parts_idx");
      expect(plan).toContain("staged_document_pkey");
      expect(plan).not.toContain("Seq Scan");
    },
  );
});
