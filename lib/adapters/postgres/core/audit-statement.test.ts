import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { auditParameter, auditStatement } from "./audit-statement";
import { prepareDatabase } from "./prepare-database.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const AT = new Date("2026-01-02T03:04:05.678Z");
const NOTE: AuditNote = {
  at: AT,
  author: {
    actor: "administrator:0190a5d0-0000-7000-8000-000000000001",
    requestId: "0190a5d0-0000-7000-8000-000000000002",
    address: "192.0.2.7",
  },
  action: "webhook-url-changed",
  subject: "webhook",
};

/** Returns SQL that sets the URL of every row whose URL is different. */
const change = (subject?: string) => `
WITH previous AS (
  SELECT id, url FROM webhook_configuration FOR UPDATE
), changed AS (
  UPDATE webhook_configuration SET url = $2 FROM previous
  WHERE webhook_configuration.id = previous.id AND previous.url IS DISTINCT FROM $2
  RETURNING webhook_configuration.id, webhook_configuration.url, previous.url AS url_before
)${auditStatement({
  ...{ note: "$1", changed: "changed", ...(subject ? { subject } : {}) },
  before: "jsonb_build_object('url', changed.url_before)",
  after: "jsonb_build_object('url', changed.url)",
})}`;

async function prepare() {
  const { pool } = await openEmptyDatabase();
  await pool.query(
    "INSERT INTO webhook_configuration (id, url, updated_at) VALUES (1, 'https://a', now())",
  );
  const read = async () =>
    (
      await pool.query(
        "SELECT at, actor, address, request_id, action, subject, before, after, sequence FROM audit_entry ORDER BY id",
      )
    ).rows;
  return { pool, read };
}

test("the entry records who made a change, from which address, and the state before and after it", async () => {
  const { pool, read } = await prepare();
  await pool.query(change(), [auditParameter(NOTE), "https://b"]);
  expect(await read()).toEqual([
    {
      at: AT,
      actor: NOTE.author.actor,
      address: "192.0.2.7",
      request_id: NOTE.author.requestId,
      action: "webhook-url-changed",
      subject: "webhook",
      before: { url: "https://a" },
      after: { url: "https://b" },
      sequence: null,
    },
  ]);
});

test("a statement that changes nothing writes no entry", async () => {
  const { pool, read } = await prepare();
  await pool.query(change(), [auditParameter(NOTE), "https://a"]);
  expect(await read()).toEqual([]);
});

test("a change that is rolled back leaves no entry", async () => {
  const { pool, read } = await prepare();
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(change(), [auditParameter(NOTE), "https://b"]);
  await client.query("ROLLBACK");
  client.release();
  expect(await read()).toEqual([]);
});

test("an entry for a command has neither an address nor a request id", async () => {
  const { pool, read } = await prepare();
  const note = auditParameter({ ...NOTE, author: { actor: "command" } });
  await pool.query(change(), [note, "https://b"]);
  expect(await read()).toMatchObject([{ actor: "command", address: null, request_id: null }]);
});

test("the subject can come from the changed row", async () => {
  const { pool, read } = await prepare();
  await pool.query(change("'webhook:' || changed.id"), [auditParameter(NOTE), "https://b"]);
  expect(await read()).toMatchObject([{ subject: "webhook:1" }]);
});
