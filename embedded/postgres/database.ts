import pg from "pg";
import { z } from "zod";

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const NAME_BYTES_MAX = 63;

/** How the superuser reaches an embedded server. */
type ServerConnection = { readonly port: number; readonly password: string };

/** The connection URL of one database of an embedded server; it holds the password. */
export function databaseUrl({ port, password }: ServerConnection, database: string): string {
  const credentials = `postgres:${encodeURIComponent(password)}`;
  return `postgresql://${credentials}@127.0.0.1:${port}/${encodeURI(database)}`;
}

/** Makes the database unless it exists and returns the server's version, such as "18.4". */
export async function ensureDatabase(
  connection: ServerConnection,
  database: string,
): Promise<string> {
  const client = new pg.Client({
    connectionString: databaseUrl(connection, "postgres"),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (found.rows.length === 0) {
      await client.query(`create database ${pg.escapeIdentifier(database)}`);
    }
    const answer = await client.query("show server_version");
    return z.object({ server_version: z.string() }).parse(answer.rows[0]).server_version;
  } finally {
    await client.end();
  }
}

/**
 * Throws a sentence for a name that could never be reached: pg decodes no reserved character of a URL's
 * path, and PostgreSQL cuts long names silently.
 */
export function assertUsableName(database: string): void {
  const bytes = Buffer.byteLength(database);
  if (bytes === 0 || bytes > NAME_BYTES_MAX || /[/?#%\0]/.test(database)) {
    throw new Error(
      `"${database}" cannot name a database: use 1 to ${NAME_BYTES_MAX} bytes and none of / ? # %.`,
    );
  }
}
