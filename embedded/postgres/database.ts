import pg from "pg";
import { z } from "zod";

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const NAME_BYTES_MAX = 63;

/** The superuser's connection to an embedded server. */
type ServerConnection = { readonly port: number; readonly password: string };

/** Returns the connection URL of a database on an embedded server, which contains the password. */
export function databaseUrl({ port, password }: ServerConnection, database: string): string {
  const credentials = `postgres:${encodeURIComponent(password)}`;
  return `postgresql://${credentials}@127.0.0.1:${port}/${encodeURI(database)}`;
}

/** Creates the database if it does not exist, and returns the server's version, such as "18.4". */
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
 * Throws an error for a name that no URL could reach: pg does not decode reserved characters in a URL's path, and
 * PostgreSQL truncates long names silently.
 */
export function assertUsableName(database: string): void {
  const bytes = Buffer.byteLength(database);
  if (bytes === 0 || bytes > NAME_BYTES_MAX || /[/?#%\0]/.test(database)) {
    throw new Error(
      `"${database}" cannot be a database name: use 1 to ${NAME_BYTES_MAX} bytes, without / ? # %.`,
    );
  }
}
