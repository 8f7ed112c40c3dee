import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createDocumentDeliveries } from "./document-deliveries";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const DOCUMENT = "00000000-0000-0000-0000-000000000007";

/**
 * Returns SQL that inserts one document with this many notifications, each with this many attempts. The last attempt of
 * each notification was answered with 200.
 */
const FILL = (notifications: number, attempts: number) => [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   VALUES ('${DOCUMENT}', 'A', 'a.pdf', 1, now(), now(), now())`,
  `INSERT INTO notification (id, body, item_count, state, generation_at, created_at, settled_at, attempts)
   SELECT lpad(n::text, 32, '0')::uuid, '[]', 1, 'delivered', t, t, t, ${attempts}
   FROM generate_series(1, ${notifications}) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 s' AS t) AS time`,
  `INSERT INTO delivery_attempt (notification_id, generation, n, cause, started_at, url, request_headers, status, total_ms)
   SELECT id, 1, n, 'schedule', created_at + n * interval '1 ms', 'https://example.com/', '{}',
     CASE WHEN n = ${attempts} THEN 200 ELSE 500 END, n
   FROM notification, generate_series(1, ${attempts}) AS n`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence, notification_id)
   SELECT '${DOCUMENT}', 1, 'test', 'created', created_at, true, true, row_number() OVER (ORDER BY id), id FROM notification`,
];

async function arrange(notifications: number, attempts: number) {
  const { pool } = await openEmptyDatabase();
  for (const text of FILL(notifications, attempts)) await pool.query(text);
  return createDocumentDeliveries(pool);
}

test("the latest notifications are listed newest first, and each has its latest attempts, numbered and in order", async () => {
  const deliveries = await arrange(3, 5);
  const limits = { notificationsMax: 2, attemptsMax: 2 };
  const found = await deliveries.listOfDocument(DOCUMENT, limits);
  expect(found.map(({ id }) => id.at(-1))).toEqual(["3", "2"]);
  expect(found[0]).toMatchObject({ state: "delivered", attempts: 5, itemCount: 1 });
  expect(found[0]?.deliveries).toEqual([
    expect.objectContaining({ number: 4, status: 500, at: new Date("2026-01-01T00:00:03.004Z") }),
    expect.objectContaining({ number: 5, status: 200, totalMs: 5 }),
  ]);
});

test("the list of a document without notifications is empty", async () => {
  const deliveries = await arrange(0, 1);
  const limits = { notificationsMax: 2, attemptsMax: 2 };
  expect(await deliveries.listOfDocument(DOCUMENT, limits)).toEqual([]);
});

test("the list of a document reads only the latest of thousands of attempts", async () => {
  const deliveries = await arrange(20, 500);
  const limits = { notificationsMax: 100, attemptsMax: 20 };
  const found = await deliveries.listOfDocument(DOCUMENT, limits);
  expect(found.flatMap((each) => each.deliveries)).toHaveLength(400);
  expect(found[0]?.deliveries.at(0)?.number).toBe(481);
});
