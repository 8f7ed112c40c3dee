import type pg from "pg";
import { PLAN_MODES, planOf } from "@/lib/adapters/postgres/core/plan-of.fixture";
import type { Asked, Filled } from "./asked";
import type { RecordingPool, SentStatement } from "./recording-pool";

/**
 * The tables that have a row for each document, change, notification or key. Assets and visits are few. The tables for
 * processing are empty here, so their plans are not covered. Counts per asset grow only with the number of assets.
 */
const FIND_GROWN = `
SELECT relname AS name FROM pg_class
WHERE relname IN ('staged_document', 'status_change', 'notification', 'delivery_attempt', 'idempotency_key',
  'document_search', 'document_name_parts')
  AND reltuples >= 1000`;
const PLANNED = /^\s*(WITH|SELECT|INSERT|UPDATE|DELETE)/;

/**
 * Returns a pattern that matches a sequential scan of a table that has grown large. Scanning a few hundred rows is fine.
 */
export async function findScanPattern(pool: pg.Pool): Promise<RegExp> {
  const { rows } = await pool.query<{ name: string }>(FIND_GROWN);
  return new RegExp(`Seq Scan on (${rows.map(({ name }) => name).join("|")})\\b`);
}

/**
 * Makes the call once and requests the custom and the generic plan for each of its statements.
 * @returns the plans that scan a growing table
 */
export async function findScans(
  { what, run }: Asked,
  filled: Filled,
  { pool, record }: RecordingPool,
  scan: RegExp,
): Promise<readonly string[]> {
  const sent = await record(() => run(filled));
  const scans: string[] = [];
  for (const statement of sent.filter(({ text }) => PLANNED.test(text))) {
    for (const plan of await plansOf(pool, statement)) {
      if (scan.test(plan)) scans.push(`${what}:\n${statement.text}\n${plan}`);
    }
  }
  return scans;
}

function plansOf(pool: pg.Pool, { text, name, values }: SentStatement): Promise<string[]> {
  const modes = name === undefined ? (["force_custom_plan"] as const) : PLAN_MODES;
  return Promise.all(modes.map((mode) => planOf(pool, mode, text, values)));
}
