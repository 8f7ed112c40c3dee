import pg from "pg";

/** The two ways in which PostgreSQL plans a named statement. */
export const PLAN_MODES = ["force_custom_plan", "force_generic_plan"] as const;

/** Finds the indexes that only make queries faster. Drop them before inserting many rows, and rebuild them afterwards. */
export const FIND_INDEXES = `
SELECT pg_get_indexdef(index.indexrelid) AS definition, index.indexrelid::regclass::text AS name
FROM pg_index AS index JOIN pg_class AS tables ON tables.oid = index.indrelid
WHERE tables.relnamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = index.indexrelid)`;

/**
 * Returns the plan that a connection uses for a statement in one of the two modes.
 * @param randomPageCost PostgreSQL's estimate for reading a page out of order; if absent, its default of 4, which is
 * meant for rotating disks
 */
export async function planOf(
  pool: pg.Pool,
  mode: (typeof PLAN_MODES)[number],
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
  randomPageCost = 4,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`SET random_page_cost = ${randomPageCost}`);
    await client.query(`PREPARE asked AS ${text}`);
    const literals = values.map((value) => (value === null ? "NULL" : literalOf(value)));
    const list = literals.length > 0 ? ` (${literals.join(", ")})` : "";
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE asked${list}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    client.release(true);
  }
}

const literalOf = (value: unknown) => pg.escapeLiteral(textOf(value));

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return Array.isArray(value) ? `{${value.map(elementOf).join(",")}}` : String(value);
}

const elementOf = (value: unknown) => JSON.stringify(textOf(value));
