import { describe, expect, test } from "vitest";
import type { AuditFilter } from "@/lib/accounts/ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import { AUDIT_CHAIN_STATEMENTS } from "./audit-chain-repository";
import { auditListQuery } from "./audit-log";

/** The plans are the same with 1,000,000 entries, but writing that many takes a minute. */
const COUNT = 200_000;
const FROM = new Date("2026-01-02T00:00:00Z");
const TO = new Date("2026-01-03T00:00:00Z");
const NO_FILTER: AuditFilter = {
  who: null,
  action: null,
  subject: null,
  rowsOf: null,
  from: null,
  to: null,
};

/** One entry per second by a thousand people, of which the newest three are not chained yet. */
const FILL = [
  `INSERT INTO audit_entry (at, actor, action, subject, sequence, mac, key_id)
   SELECT timestamptz '2026-01-01' + n * interval '1 s', 'administrator:' || n % 1000,
     CASE n % 100 WHEN 0 THEN 'user-created' ELSE 'asset-changed' END, 'asset:' || n % 5000,
     CASE WHEN n <= ${COUNT - 3} THEN n END, CASE WHEN n <= ${COUNT - 3} THEN '\\x00'::bytea END,
     CASE WHEN n <= ${COUNT - 3} THEN '1' END
   FROM generate_series(1, ${COUNT}) AS n`,
  `INSERT INTO audit_row (entry_id, subject)
   SELECT (SELECT min(id) FROM audit_entry) + n % 20, 'asset:' || n FROM generate_series(1, 40000) AS n`,
  "VACUUM ANALYZE audit_entry",
  "VACUUM ANALYZE audit_row",
];

const list = (filter: Partial<AuditFilter>, isLater = false) => {
  const after = isLater ? { at: TO, id: 86_400n } : null;
  const { text, values = [] } = auditListQuery({ ...NO_FILTER, ...filter }, { after, limit: 51 });
  return { text: text ?? "", values };
};

const LINKS = ["{199998}", "{199998}", "{\\x00}", "{1}"];
const statements: readonly (readonly [string, { text: string; values: readonly unknown[] }])[] = [
  ["a page of all", list({})],
  ["a later page of all", list({}, true)],
  ["a period", list({ from: FROM, to: TO })],
  ["a person", list({ who: "7" })],
  ["a person and a period", list({ who: "7", from: FROM, to: TO })],
  ["a person and an action", list({ who: "7", action: "asset-changed" })],
  ["a frequent action", list({ action: "asset-changed" })],
  ["an action without entries", list({ action: "sessions-ended" })],
  ["an action and a period", list({ action: "user-created", from: FROM, to: TO })],
  ["a part of a subject", list({ subject: "asset:7" })],
  ["the rows of an entry", list({ rowsOf: 7n })],
  ["a part of a subject among the rows of an entry", list({ rowsOf: 7n, subject: "7" })],
  [
    "everything at once",
    list({ who: "7", action: "asset-changed", subject: "asset:7", from: FROM }, true),
  ],
  ["the state of the chain", { ...AUDIT_CHAIN_STATEMENTS.look, values: [] }],
  ["the MAC of an entry", { ...AUDIT_CHAIN_STATEMENTS.mac, values: [7] }],
  ["the number of unchained entries", { ...AUDIT_CHAIN_STATEMENTS.countUnchained, values: [] }],
  ["the next entries to chain", { ...AUDIT_CHAIN_STATEMENTS.unchained, values: [500] }],
  ["the head", { ...AUDIT_CHAIN_STATEMENTS.head, values: [] }],
  ["the new positions", { ...AUDIT_CHAIN_STATEMENTS.chain, values: LINKS }],
  ["which entries have rows", { ...AUDIT_CHAIN_STATEMENTS.findWithRows, values: ["{7,8}"] }],
  ["the rows to verify", { ...AUDIT_CHAIN_STATEMENTS.readRows, values: [7, 0, 1_000] }],
  ["a page of the chain", { ...AUDIT_CHAIN_STATEMENTS.read, values: [100_000, 100_000, 1_000] }],
];

describe(`with ${COUNT} entries`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  describe.each(PLAN_MODES)("%s", (mode) => {
    test.each(statements)("reads %s from an index", async (_name, { text, values }) => {
      const plan = await planOf(pool(), mode, { text, values });
      expect(plan).not.toMatch(/Seq Scan on audit_entry/);
      expect(plan).not.toMatch(/Seq Scan on audit_row/);
    });
  });
});
