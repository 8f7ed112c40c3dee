import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
import { STATEMENTS } from "../documents/staged-document-statements";
import { BACKLOG_STATEMENTS } from "./backlog";
import { HASH_STATEMENTS } from "./file-hashes";
import { REPAIR_STATEMENTS, RUN_STATEMENTS } from "./processing-run-statements";
import {
  createProcessingStatistics,
  MEASURE_PROCESSING,
  READ_QUEUE,
} from "./processing-statistics";

const ROWS = 100_000;
const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
     file_size, file_content_type, file_verified_at, file_object_key, file_sha256, processing_run)
   SELECT gen_random_uuid(), 'BLD-' || n % 1000, 'a.pdf', CASE WHEN n % 100 < 97 THEN 4 WHEN n % 100 = 97 THEN 5 WHEN n % 100 = 98 THEN 2 ELSE 3 END,
     t, t, t, 7, 'application/pdf', t, 'staged/a', CASE WHEN n % 3 = 0 THEN NULL ELSE md5((n / 2)::text) || md5('a') END, 1
   FROM generate_series(1, ${ROWS}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  `INSERT INTO processing_run (document_uuid, n, state, lease_until, taken_by, taken_at, outcome, created_at, ended_at, requested_at)
   SELECT uuid, 1, CASE status WHEN 2 THEN 'waiting' WHEN 3 THEN 'taken' ELSE 'ended' END,
     CASE status WHEN 3 THEN updated_at + interval '1 year' END, CASE status WHEN 3 THEN 'processor' END, updated_at,
     CASE WHEN status NOT IN (2, 3) THEN 'settled' END, updated_at, CASE WHEN status NOT IN (2, 3) THEN updated_at END, updated_at
   FROM staged_document`,
  "VACUUM ANALYZE",
];
const NOW = new Date("2026-06-01T00:00:00Z");
const BEFORE = new Date("2025-12-01T00:00:00Z");
const QUEUE_OF_ALL = READ_QUEUE({ assetIdentifier: null, startsSince: BEFORE });
const QUEUE_OF_ASSET = READ_QUEUE({ assetIdentifier: "BLD-98", startsSince: BEFORE });
const UUID = "019cbc00-0000-7000-8000-ffffffffffff";

describe(`query plans with ${ROWS} documents`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);
  const statements: readonly (readonly [string, Statement])[] = [
    ["waiting runs", RUN_STATEMENTS.listUnrequested({ limit: 100 })],
    ["lost events", RUN_STATEMENTS.listRequested({ requestedBy: BEFORE, limit: 100 })],
    [
      "expired leases",
      RUN_STATEMENTS.listLapsed({ by: BEFORE, takenSince: NOW, waitingBy: BEFORE, limit: 100 }),
    ],
    ["files without a hash", HASH_STATEMENTS.list({ isBuiltIn: true, limit: 100, after: null })],
    [
      "documents waiting for an administrator",
      BACKLOG_STATEMENTS.proceed({ waitingMax: 10, at: NOW }),
    ],
    ["one document with its duplicate", STATEMENTS.findDocument({ uuid: UUID })],
    ["runs whose document has moved on", REPAIR_STATEMENTS.endStrays({ at: NOW })],
    ["unfinished runs, for the metrics", MEASURE_PROCESSING()],
    ["the queue of all documents", QUEUE_OF_ALL],
    ["the queue of an asset", QUEUE_OF_ASSET],
    [
      "documents at 3 without a run",
      REPAIR_STATEMENTS.adoptOrphans({ at: NOW, leaseUntil: NOW, limit: 100 }),
    ],
  ];

  test("the metrics count the waiting runs and the runs that a processor has taken", async () => {
    expect(await createProcessingStatistics(pool()).measure()).toEqual({
      runsWaiting: ROWS / 100,
      runsTaken: ROWS / 100,
      oldestWaitingAt: expect.any(Date),
    });
  });

  describe.each(PLAN_MODES)("%s", (mode) => {
    test.each(statements)("%s are found without a table scan", async (_, statement) => {
      const plan = await planOf(pool(), mode, statement);
      expect(plan.replaceAll("Seq Scan on processing_configuration", "")).not.toMatch(/Seq Scan/);
    });

    test("the queue of an asset looks up the documents of this asset only", async () => {
      const plan = await planOf(pool(), mode, QUEUE_OF_ASSET);
      expect(plan).toMatch(/staged_document_asset_identifier_status_\w+_idx/);
      expect(plan).not.toMatch(/staged_document_pkey/);
    });
  });
});
