import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  CREATE_RECORDS,
  hasChecksum,
  insertRecord,
  type Migration,
  type MigrationRecord,
  readRecords,
} from "./migration-records";

/** The lock that Prisma's own engine takes, so that the two never run at the same time. */
const PRISMA_ADVISORY_LOCK = 72_707_369;

const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 120_000;
const LOCK_PAUSE_MS = 250;

/** SQLSTATE active_sql_transaction: the statement cannot run inside a transaction. */
const REFUSES_TRANSACTION = "25001";

/**
 * Applies the missing migrations in order of name, and returns their names. Each one runs in a single transaction
 * together with its record, so a kill at any moment leaves it applied or untouched. Only a script that PostgreSQL rejects
 * inside a transaction runs outside of one. The records are Prisma's own, so its CLI agrees with them. Idempotent, and
 * safe when several processes call it at the same time.
 * @throws Error with a sentence that says what to do if the database cannot be reached, an applied migration was edited
 * (then nothing is applied), or a migration fails (it is recorded, and rejected until it is resolved)
 */
export async function migrate(
  databaseUrl: string,
  migrationsDir: string = fileURLToPath(new URL("./migrations", import.meta.url)),
): Promise<readonly string[]> {
  const migrations = await readMigrations(migrationsDir);
  const client = await connect(databaseUrl);
  try {
    await takeLock(client);
    await client.query(CREATE_RECORDS);
    const pending = pendingOf(migrations, await readRecords(client));
    for (const migration of pending) {
      await apply(client, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end(); // ends the session, and releases the lock with it
  }
}

async function readMigrations(migrationsDir: string): Promise<readonly Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const script = await readFile(join(migrationsDir, name, "migration.sql"), "utf8");
      return { name, script };
    }),
  );
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, a connection lost between two queries would crash the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const where = `${client.host}:${client.port}/${client.database}`;
    throw new Error(
      `The database ${where} cannot be reached (${reasonOf(cause)}): check DATABASE_URL and the server.`,
      { cause },
    );
  }
}

/**
 * Polls, because CREATE INDEX CONCURRENTLY waits for every running statement, including one that is waiting for this
 * lock.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  while (!(await tryLock(client))) {
    if (performance.now() > until) {
      throw new Error(
        "Another process is still migrating this database: wait until it has finished, then start again.",
      );
    }
    await setTimeout(LOCK_PAUSE_MS);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const text = "SELECT pg_try_advisory_lock($1) AS taken";
  const { rows } = await client.query<{ taken: boolean }>(text, [PRISMA_ADVISORY_LOCK]);
  return rows[0]?.taken === true;
}

/** All records are checked before anything is applied. */
function pendingOf(
  migrations: readonly Migration[],
  records: ReadonlyMap<string, MigrationRecord>,
): readonly Migration[] {
  return migrations.filter((migration) => {
    const record = records.get(migration.name);
    if (record === undefined) {
      return true;
    }
    if (record.finished_at === null) {
      throw new Error(failedSentence(migration.name, record.logs));
    }
    if (!hasChecksum(migration.script, record.checksum)) {
      throw new Error(
        `Migration ${migration.name} was edited after it was applied: ` +
          "restore its migration.sql and put the change into a new migration.",
      );
    }
    return false;
  });
}

/** Statements that PostgreSQL always rejects inside a transaction, with an error in its log that alarms whoever reads it. */
const NEEDS_NO_TRANSACTION = /^(CREATE|DROP) INDEX CONCURRENTLY\b/m;

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (NEEDS_NO_TRANSACTION.test(migration.script)) {
    return applyWithoutTransaction(client, migration);
  }
  try {
    // One simple query is one transaction. The script comes first, so that error positions refer to its file.
    await client.query(`${migration.script}\n;\n${insertRecord(migration, "applied")}`);
  } catch (cause) {
    if (codeOf(cause) !== REFUSES_TRANSACTION) {
      const record = insertRecord(migration, "failed", reasonOf(cause));
      return recordFailure(client, migration, record, cause);
    }
    await client.query("ROLLBACK");
    await applyWithoutTransaction(client, migration);
  }
}

/**
 * Applies a migration that cannot run in a transaction. As with Prisma, if the process is killed halfway, the migration
 * stays recorded as started and is rejected.
 */
async function applyWithoutTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(insertRecord(migration, "begun"));
  const where = `WHERE migration_name = ${pg.escapeLiteral(migration.name)} AND finished_at IS NULL`;
  try {
    await client.query(migration.script);
  } catch (cause) {
    const logs = pg.escapeLiteral(reasonOf(cause));
    const record = `UPDATE _prisma_migrations SET logs = ${logs} ${where}`;
    return recordFailure(client, migration, record, cause);
  }
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 ${where}`,
  );
}

/** Always throws. If the failure cannot be recorded, the connection was lost, and the script is not to blame. */
async function recordFailure(
  client: pg.Client,
  { name }: Migration,
  record: string,
  cause: unknown,
): Promise<never> {
  try {
    await client.query("ROLLBACK"); // the script may have opened its own transaction
    await client.query(record);
  } catch {
    throw new Error(`Migration ${name} was interrupted (${reasonOf(cause)}): start again.`, {
      cause,
    });
  }
  throw new Error(failedSentence(name, reasonOf(cause)), { cause });
}

function failedSentence(name: string, logs: string | null): string {
  const reason = logs === null ? "was interrupted" : `failed (${logs.trim()})`;
  return (
    `Migration ${name} ${reason}: remove the cause, make sure that nothing of it is left in the database, ` +
    `run npx prisma migrate resolve --rolled-back ${name} and start again.`
  );
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
}

/** If a connection to a host name with several addresses is refused, the error has a code but no message. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || (codeOf(error) ?? "unknown reason");
}
