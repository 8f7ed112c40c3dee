import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbeddedPostgres } from "../embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "../embedded/postgres/launch-plan";
import { migrate } from "../prisma/migrate";
import { temporaryRoot } from "./temporary-root";

const MIGRATIONS_DIR = fileURLToPath(new URL("../prisma/migrations", import.meta.url));
const CONNECT_TIMEOUT_MS = 10_000;

/** An arbitrary number, the same for every process that builds the template. */
const TEMPLATE_LOCK = 20_250_101;

/** A PostgreSQL server for a test run; `url` is the superuser's URL for the database "postgres". */
export type ThrowawayPostgres = { readonly url: string; stop(): Promise<void> };

/** A migrated, empty database for one test; `drop` also closes its remaining connections. */
export type ThrowawayDatabase = { readonly url: string; drop(): Promise<void> };

/** Starts a server without crash safety in a temporary folder, which `stop` removes. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const directory = join(temporaryRoot(), `stagedoor-postgres-${randomBytes(6).toString("hex")}`);
  const dataDir = join(directory, "data");
  const remove = async () => {
    await rm(directory, { recursive: true, force: true });
    await rm(nobodyHomeOf(dataDir), { recursive: true, force: true });
  };
  try {
    const server = await startEmbeddedPostgres({ dataDir, database: "postgres", isDurable: false });
    const stop = async () => {
      await server.stop();
      await remove();
    };
    return { url: server.url, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Creates a new database with all of the project's migrations in about 30 ms, by copying a template that is migrated once
 * per server. Several processes can call it at the same time.
 */
export async function createThrowawayDatabase(serverUrl: string): Promise<ThrowawayDatabase> {
  return createDatabase(serverUrl, await prepareThrowawayTemplate(serverUrl));
}

/** Creates a new database without any tables. */
export function createEmptyDatabase(serverUrl: string): Promise<ThrowawayDatabase> {
  return createDatabase(serverUrl, "template1");
}

/**
 * Creates the migrated template unless the server already has it. Its name contains a hash of the migrations, so that an
 * edited migration leads to a new template. It gets this name only when it is complete. @returns the name
 */
export async function prepareThrowawayTemplate(serverUrl: string): Promise<string> {
  const template = `template_${await hashOfMigrations()}`;
  await onServer(serverUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
    if (found.rows.length > 0) {
      return;
    }
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    if ((await readMigrationsDirectory()).length > 0) {
      await migrate(withDatabase(serverUrl, unfinished), MIGRATIONS_DIR);
    }
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
  return template;
}

async function createDatabase(serverUrl: string, template: string): Promise<ThrowawayDatabase> {
  const name = `throwaway_${randomBytes(8).toString("hex")}`;
  // Copying files costs half as much as writing every block to the log, which is not needed here.
  await onServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  );
  const drop = () =>
    onServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  return { url: withDatabase(serverUrl, name), drop };
}

async function hashOfMigrations(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await readMigrationsDirectory()) {
    hash.update(file).update(await readFile(join(MIGRATIONS_DIR, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Returns the paths of all `migration.sql` files, sorted, or an empty list if the project has no migrations folder. */
async function readMigrationsDirectory(): Promise<readonly string[]> {
  if (!existsSync(MIGRATIONS_DIR)) {
    return [];
  }
  const files = await readdir(MIGRATIONS_DIR, { recursive: true });
  return files.filter((file) => file.endsWith("migration.sql")).toSorted();
}

async function onServer(
  serverUrl: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
