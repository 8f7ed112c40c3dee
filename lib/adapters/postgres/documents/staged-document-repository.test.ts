import { describe, expect, test } from "vitest";
import type { DocumentFilter } from "@/lib/documents/ports";
import { describeStagedDocumentRepositoryContract } from "@/lib/documents/testing/staged-document-repository.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createStagedDocumentRepository, listQuery } from "./staged-document-repository";

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

const DOCUMENTS = 100_000;
const NO_FILTER: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };
const SINCE = new Date("2026-01-01T12:00:00Z");

/** Typical after a year: a thousand assets, and nine of ten documents approved. */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key)
SELECT gen_random_uuid(), 'BLD-' || n % 1000, 'a.pdf', CASE WHEN n % 10 = 0 THEN 2 WHEN n % 500 = 1 THEN 3 ELSE 5 END, t, t, t, 7, 'a', t, 'k'
FROM generate_series(1, ${DOCUMENTS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  "VACUUM ANALYZE staged_document",
];

describe(`query plans with ${DOCUMENTS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);
  const OF_ALL = "staged_document_updated_at_uuid_idx";
  const OF_ASSET = "staged_document_asset_identifier_updated_at_uuid_idx";
  const OF_ASSET_AT_STATUS = "staged_document_asset_identifier_status_updated_at_uuid_idx";
  const OF_SMALL_ASSET = [OF_ASSET, OF_ASSET_AT_STATUS];
  const OF_STATUS = "staged_document_status_updated_at_uuid_idx";
  const filters: readonly (readonly [string, Partial<DocumentFilter>, string])[] = [
    ["nothing", {}, OF_ALL],
    ["a frequent status", { status: 5 }, OF_STATUS],
    ["a rare status", { status: 8 }, OF_STATUS],
    ["a time", { updatedSince: SINCE }, OF_ALL],
    ["a status and a time", { status: 2, updatedSince: SINCE }, OF_STATUS],
    ["an asset", { assetIdentifier: "BLD-7" }, OF_ASSET],
    ["an asset and a status", { assetIdentifier: "BLD-7", status: 2 }, OF_ASSET_AT_STATUS],
    ["an asset and a rare status", { assetIdentifier: "BLD-7", status: 3 }, OF_ASSET_AT_STATUS],
    ["an asset and a time", { assetIdentifier: "BLD-7", updatedSince: SINCE }, OF_ASSET],
    ["all three", { assetIdentifier: "BLD-7", status: 2, updatedSince: SINCE }, OF_ASSET_AT_STATUS],
  ];

  describe.each(PLAN_MODES)("%s", (mode) => {
    test.each(filters)(
      "a list filtered by %s uses its index and scans no table",
      async (_, filter, index) => {
        const statement = listQuery({ ...NO_FILTER, ...filter }, { after: null, limit: 101 });
        const plan = await planOf(pool(), mode, statement);
        expect(plan).toContain(index);
        expect(plan).not.toContain("Seq Scan");
        // Reading and sorting all matching documents is allowed only for a single small asset.
        if (!OF_SMALL_ASSET.includes(index)) expect(plan).not.toMatch(/Sort|Bitmap/);
      },
    );
  });
});
