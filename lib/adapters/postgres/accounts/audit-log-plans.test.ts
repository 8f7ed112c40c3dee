import { describe, expect, test } from "vitest";
import type { AuditFilter } from "@/lib/accounts/ports";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
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
  return auditListQuery({ ...NO_FILTER, ...filter }, { after, limit: 51 });
};

const ID = "199998";
const LINKS = { ids: [ID], sequences: [ID], macs: [Buffer.alloc(1)], keyIds: ["1"] };
const PAGE = { afterSequence: "100000", afterId: "100000", limit: 1_000 };
const statements: readonly (readonly [string, Statement])[] = [
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
  ["the state of the chain", AUDIT_CHAIN_STATEMENTS.look()],
  ["the MAC of an entry", AUDIT_CHAIN_STATEMENTS.mac({ sequence: "7" })],
  ["the number of unchained entries", AUDIT_CHAIN_STATEMENTS.countUnchained()],
  ["the next entries to chain", AUDIT_CHAIN_STATEMENTS.unchained({ countMax: 500 })],
  ["the head", AUDIT_CHAIN_STATEMENTS.head()],
  ["the new positions", AUDIT_CHAIN_STATEMENTS.chain(LINKS)],
  ["which entries have rows", AUDIT_CHAIN_STATEMENTS.findWithRows({ ids: ["7", "8"] })],
  [
    "the rows to verify",
    AUDIT_CHAIN_STATEMENTS.readRows({ entryId: "7", afterId: "0", limit: 1_000 }),
  ],
  ["a page of the chain", AUDIT_CHAIN_STATEMENTS.read(PAGE)],
];

describe(`with ${COUNT} entries`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  describe.each(PLAN_MODES)("%s", (mode) => {
    test.each(statements)("reads %s from an index", async (_name, statement) => {
      const plan = await planOf(pool(), mode, statement);
      expect(plan).not.toMatch(/Seq Scan on audit_entry/);
      expect(plan).not.toMatch(/Seq Scan on audit_row/);
    });
  });
});
