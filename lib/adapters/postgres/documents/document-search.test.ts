import { describe, expect, test } from "vitest";
import type { DocumentFilter } from "@/lib/documents/ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { planOf } from "../core/plan-of.fixture";
import { listQuery } from "./staged-document-repository";

const DOCUMENTS = 100_000;
const NO_FILTER: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };

/**
 * Every name contains `report` and a number. One in ten documents is an invoice, and one in a thousand contains a
 * tenant's name.
 */
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key, classification)
SELECT gen_random_uuid(), 'BLD-' || n % 1000, 'report ' || n || '.pdf', CASE WHEN n % 10 = 0 THEN 4 ELSE 5 END, t, t, t,
  7, 'a', t, 'k', jsonb_build_object('documentClass', CASE WHEN n % 10 = 0 THEN 'invoice' ELSE 'lease' END)
FROM generate_series(1, ${DOCUMENTS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  `INSERT INTO document_search (document_uuid, name, "values", content)
SELECT uuid, array_to_tsvector(ARRAY['report', 'pdf', '~report', split_part(name, ' ', 2)]),
  CASE WHEN name LIKE '%777.pdf' THEN array_to_tsvector(ARRAY['meier']) ELSE ''::tsvector END, ''::tsvector
FROM staged_document`,
  "VACUUM ANALYZE staged_document, document_search",
];

describe(`searching ${DOCUMENTS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);
  const filters: readonly (readonly [string, Partial<DocumentFilter>])[] = [
    ["a rare word", { words: "meier" }],
    ["a word in every name", { words: "report" }],
    ["the beginning of a word", { words: "4711" }],
    ["a misspelt word", { words: "reprot" }],
    ["two words", { words: "report meier" }],
    ["a class", { documentClass: "invoice" }],
    ["an unused class", { documentClass: "valuation" }],
    ["a class and an asset", { documentClass: "invoice", assetIdentifier: "BLD-7" }],
    ["a class and a status", { documentClass: "lease", status: 4 }],
    ["a word and a status", { words: "meier", status: 5 }],
    ["everything", { words: "report", documentClass: "lease", status: 5, assetIdentifier: "A" }],
  ];

  test.each(filters)("searching for %s scans no table", async (_, filter) => {
    const page = { after: null, limit: 101 };
    const statement = listQuery({ ...NO_FILTER, ...filter }, page);
    const plan = await planOf(pool(), "force_custom_plan", statement);
    expect(plan).not.toContain("Seq Scan");
  });
});
