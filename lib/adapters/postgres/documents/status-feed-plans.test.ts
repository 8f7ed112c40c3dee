import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { NUMBERING_STATEMENTS } from "../core/numbering";
import { RELAY_STATEMENTS } from "../notifications/relay-repository";
import { FEED_STATEMENTS } from "./status-feed-repository";

const CHANGE_COUNT = 100_000;

const FILL = [
  `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
   VALUES ('019cbc00-0000-7000-8000-000000000001', 'A', 'a.pdf', 1, now(), now(), now())`,
  `INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify, sequence)
   SELECT '019cbc00-0000-7000-8000-000000000001', 1, 'test', 'created', now(), listed, listed,
          CASE WHEN listed AND number <= ${CHANGE_COUNT} THEN number END
   FROM generate_series(1, ${CHANGE_COUNT + 1}) AS number, LATERAL (SELECT number % 3 > 0 AS listed) AS told`,
  "VACUUM ANALYZE status_change",
];

describe(`with ${CHANGE_COUNT} changes, of which a third are not listed and one has no number`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);
  const explain = async (text: string): Promise<string> => {
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  test.each([
    ["checking for unnumbered changes", FEED_STATEMENTS.hasUnnumbered().text],
    ["numbering them", NUMBERING_STATEMENTS.number({ countMax: 1000 }).text.replace("$1", "1000")],
    ["checking for relay work", RELAY_STATEMENTS.findWork().text],
    ["the first page", readOf(0)],
    ["a page in the middle", readOf(CHANGE_COUNT / 2)],
    ["the last page", readOf(CHANGE_COUNT)],
    ["finding the last number", FEED_STATEMENTS.findLast().text],
  ])("%s scans no table", async (_name, text) => {
    const plan = await explain(text);
    expect(plan).toContain("Index");
    expect(plan).not.toContain("Seq Scan");
  });
});

function readOf(after: number): string {
  const { text } = FEED_STATEMENTS.read({ after: String(after), limit: 100 });
  return text.replace("$1", String(after)).replace("$2", "100");
}
