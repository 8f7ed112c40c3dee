import { beforeAll, describe, expect, inject, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import type { DocumentFilter } from "@/lib/documents/ports/document-list";
import { createDatabase, type Database } from "../core/database";
import { listQuery } from "./list-query";

const DOCUMENTS = 100_000;
const NO_FILTER: DocumentFilter = { assetIdentifier: null, status: null, updatedSince: null };
const SINCE = new Date("2026-01-01T12:00:00Z");

/** A thousand assets, nine of ten documents approved: what a house looks like after a year. */
const FILL = `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
  file_size, file_content_type, file_verified_at, file_object_key)
SELECT gen_random_uuid(), 'BLD-' || n % 1000, 'a.pdf', CASE WHEN n % 10 = 0 THEN 2 ELSE 5 END, t, t, t, 7, 'a', t, 'k'
FROM generate_series(1, ${DOCUMENTS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`;

describe(`plans at ${DOCUMENTS} documents`, () => {
  let database: Database;

  beforeAll(async () => {
    const throwaway = await createThrowawayDatabase(inject("postgresUrl"));
    database = createDatabase(throwaway.url, { onIdleError: () => undefined });
    await database.pool.query(FILL);
    await database.pool.query("VACUUM ANALYZE staged_document");
    return async () => {
      await database.close();
      await throwaway.drop();
    };
  });

  const OF_ALL = "staged_document_updated_at_uuid_idx";
  const OF_ASSET = "staged_document_asset_identifier_updated_at_uuid_idx";
  const OF_STATUS = "staged_document_status_updated_at_uuid_idx";
  const filters: readonly (readonly [string, Partial<DocumentFilter>, string])[] = [
    ["nothing", {}, OF_ALL],
    ["a frequent status", { status: 5 }, OF_STATUS],
    ["a rare status", { status: 8 }, OF_STATUS],
    ["a time", { updatedSince: SINCE }, OF_ALL],
    ["a status and a time", { status: 2, updatedSince: SINCE }, OF_STATUS],
    ["an asset", { assetIdentifier: "BLD-7" }, OF_ASSET],
    ["an asset and a status", { assetIdentifier: "BLD-7", status: 2 }, OF_ASSET],
    ["an asset and a time", { assetIdentifier: "BLD-7", updatedSince: SINCE }, OF_ASSET],
    ["all three", { assetIdentifier: "BLD-7", status: 2, updatedSince: SINCE }, OF_ASSET],
  ];
  const modes = ["force_generic_plan", "force_custom_plan"];

  describe.each(modes)("%s", (mode) => {
    test.each(filters)("filtered by %s reads its index and no table", async (_, filter, index) => {
      const query = listQuery({ ...NO_FILTER, ...filter }, { after: null, limit: 101 });
      const plan = await planOf(database, mode, query);
      expect(plan).toContain(index);
      expect(plan).not.toContain("Seq Scan");
      // The documents of one small asset may all be read and sorted; nothing else may.
      if (index !== OF_ASSET) expect(plan).not.toMatch(/Sort|Bitmap/);
    });
  });
});

/** The plan that a connection uses for this named statement, in either of PostgreSQL's two ways to plan one. */
async function planOf(database: Database, mode: string, query: ReturnType<typeof listQuery>) {
  const client = await database.pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE asked AS ${query.text}`);
    const values = (query.values ?? []).map((value) =>
      client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN EXECUTE asked (${values.join(", ")})`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release(true);
  }
}
