import pg from "pg";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Finds every column of every table that may have been written to, including the tables of the engine and of later
 * migrations.
 */
const COLUMNS = `
SELECT format('%I.%I', table_schema, table_name) AS table, format('%I', column_name) AS column,
       table_name || '.' || column_name AS name, udt_name AS type
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
ORDER BY name`;

/** Returns the places where a database contains this text, ignoring case, as `table.column`, sorted by name. */
export async function placesWith(databaseUrl: string, text: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const places: string[] = [];
    for (const { table, column, name, type } of (await client.query<Column>(COLUMNS)).rows) {
      const shown = type === "bytea" ? `encode(${column}, 'escape')` : `to_jsonb(${column})::text`;
      const found = await client.query(
        `SELECT FROM ${table} WHERE strpos(lower(${shown}), lower($1)) > 0 LIMIT 1`,
        [text],
      );
      if (found.rowCount) places.push(name);
    }
    return places;
  } finally {
    await client.end();
  }
}
