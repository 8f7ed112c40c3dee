import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createEmptyDatabase } from "@/testing/throwaway-postgres";
import { migrate } from "./migrate";

const FIRST = "CREATE TABLE first (id int);\n";
const SECOND = "ALTER TABLE first ADD COLUMN name text;\n";

describe("migrations", () => {
  test("are applied to a fresh database in order of name, recorded as Prisma does", async () => {
    const { client, url } = await emptyDatabase();
    const dir = await migrationsDir({ "2_second": SECOND, "1_first": FIRST });

    expect(await migrate(url, dir)).toEqual(["1_first", "2_second"]);

    const { rows } = await client.query(
      `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
        started_at <= finished_at AS is_finished, id ~ '^[0-9a-f-]{36}$' AS has_uuid
       FROM _prisma_migrations ORDER BY started_at`,
    );
    const common = { applied_steps_count: 1, logs: null, rolled_back_at: null };
    const flags = { is_finished: true, has_uuid: true };
    expect(rows).toEqual([
      { migration_name: "1_first", checksum: sha256(FIRST), ...common, ...flags },
      { migration_name: "2_second", checksum: sha256(SECOND), ...common, ...flags },
    ]);
  });

  test("a second run applies only new migrations", async () => {
    const { url } = await emptyDatabase();
    const dir = await migrationsDir({ "1_first": FIRST });
    await migrate(url, dir);
    await addMigration(dir, "2_second", SECOND);

    expect(await migrate(url, dir)).toEqual(["2_second"]);
    expect(await migrate(url, dir)).toEqual([]);
  });

  test("two processes that run at the same time apply each migration once", async () => {
    const { client, url } = await emptyDatabase();
    const dir = await migrationsDir({ "1_first": FIRST, "2_second": SECOND });

    const applied = await Promise.all([migrate(url, dir), migrate(url, dir)]);

    expect(applied.flat()).toEqual(["1_first", "2_second"]);
    expect((await client.query("SELECT 1 FROM _prisma_migrations")).rows).toHaveLength(2);
  });

  test.each([
    ["ends without a semicolon", "CREATE TABLE first (id int)"],
    ["ends with a comment", "CREATE TABLE first (id int); -- the end"],
    ["contains only a comment", "-- nothing yet"],
    [
      "contains a function body",
      "CREATE FUNCTION one() RETURNS int AS $$ SELECT 2; SELECT 1; $$ LANGUAGE sql;",
    ],
    ["opens a transaction itself", `BEGIN;\n${FIRST}COMMIT;`],
  ])("a script that %s is applied", async (_case, script) => {
    const { url } = await emptyDatabase();
    const dir = await migrationsDir({ "1_only": script });

    expect(await migrate(url, dir)).toEqual(["1_only"]);
    expect(await migrate(url, dir)).toEqual([]);
  });

  test("a migration's name may contain quotes, spaces and semicolons", async () => {
    const { url } = await emptyDatabase();
    const dir = await migrationsDir({ '1_it\'s "odd"; \\ $1': FIRST });

    expect(await migrate(url, dir)).toEqual(['1_it\'s "odd"; \\ $1']);
    expect(await migrate(url, dir)).toEqual([]);
  });
});

describe("statements that cannot run in a transaction", () => {
  test("are run outside of one when PostgreSQL rejects them", async () => {
    const { url } = await emptyDatabase();
    const dir = await migrationsDir({ "1_first": FIRST, "2_vacuum": "VACUUM first;" });

    expect(await migrate(url, dir)).toEqual(["1_first", "2_vacuum"]);
    expect(await migrate(url, dir)).toEqual([]);
  });

  test("build an index concurrently without an error in the server's log", async () => {
    const { client, url } = await emptyDatabase();
    const index = "-- For lists.\nCREATE INDEX CONCURRENTLY first_id ON first (id);";
    const dir = await migrationsDir({ "1_first": FIRST, "2_index": index });

    expect(await migrate(url, dir)).toEqual(["1_first", "2_index"]);

    const { rows } = await client.query(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = 'first_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    expect(await migrate(url, dir)).toEqual([]);
    const count = async (what: string, where: string) => {
      const found = await client.query(`SELECT ${what} AS count FROM ${where}`);
      return Number(found.rows[0].count);
    };
    const OF_THIS = "WHERE datname = current_database()";
    // A session that has ended has told the statistics what it did.
    await expect.poll(() => count("count(*)", `pg_stat_activity ${OF_THIS}`)).toBe(1);
    expect(await count("xact_rollback", `pg_stat_database ${OF_THIS}`)).toBe(0);
  });
});

describe("edits and failures", () => {
  test("an edited migration stops the run before anything is applied", async () => {
    const { client, url } = await emptyDatabase();
    await migrate(url, await migrationsDir({ "2_first": FIRST }));
    const edited = await migrationsDir({
      "1_new": "CREATE TABLE new (id int);",
      "2_first": `${FIRST}--`,
    });

    await expect(migrate(url, edited)).rejects.toThrow(
      "Migration 2_first was edited after it was applied: restore its migration.sql",
    );
    expect((await client.query("SELECT to_regclass('new') AS name")).rows).toEqual([
      { name: null },
    ]);
  });

  test("line endings changed by git do not count as an edit", async () => {
    const { url } = await emptyDatabase();
    await migrate(url, await migrationsDir({ "1_first": FIRST }));

    const dir = await migrationsDir({ "1_first": FIRST.replaceAll("\n", "\r\n") });
    expect(await migrate(url, dir)).toEqual([]);
  });

  test("a failing migration leaves no changes behind, is recorded, and is rejected until it is resolved", async () => {
    const { client, url } = await emptyDatabase();
    const dir = await migrationsDir({
      "1_first": FIRST,
      "2_bad": `${SECOND}SELECT missing FROM first;`,
    });
    const complaint =
      /^Migration 2_bad failed \(column "missing" does not exist\): .* --rolled-back 2_bad/;

    await expect(migrate(url, dir)).rejects.toThrow(complaint);
    await expect(migrate(url, dir)).rejects.toThrow(complaint);
    const { rows } = await client.query(
      "SELECT migration_name, finished_at, logs FROM _prisma_migrations WHERE finished_at IS NULL",
    );
    expect(rows).toEqual([
      { migration_name: "2_bad", finished_at: null, logs: 'column "missing" does not exist' },
    ]);

    await client.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL",
    );
    await addMigration(dir, "2_bad", SECOND);
    expect(await migrate(url, dir)).toEqual(["2_bad"]);
  });

  test("a migration killed halfway leaves no trace and is applied by the next run", async () => {
    const { client, url } = await emptyDatabase();
    const suicide = `${FIRST}SELECT pg_terminate_backend(pg_backend_pid());`;
    const dir = await migrationsDir({ "1_first": suicide });

    await expect(migrate(url, dir)).rejects.toThrow(
      /^Migration 1_first was interrupted .*start again/,
    );
    expect((await client.query("SELECT 1 FROM _prisma_migrations")).rows).toEqual([]);

    await addMigration(dir, "1_first", FIRST);
    expect(await migrate(url, dir)).toEqual(["1_first"]);
  });

  test("the error for a database that cannot be reached names the database without its password", async () => {
    const dir = await migrationsDir({});
    const failure = migrate("postgresql://someone:secret@127.0.0.1:1/stage", dir);

    await expect(failure).rejects.toThrow(
      "The database 127.0.0.1:1/stage cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check DATABASE_URL",
    );
    await expect(failure).rejects.not.toThrow("secret");
  });
});

async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return { url: database.url, client };
}

async function migrationsDir(scripts: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "stagedoor-migrations-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await writeFile(join(dir, "migration_lock.toml"), 'provider = "postgresql"\n');
  for (const [name, script] of Object.entries(scripts)) {
    await addMigration(dir, name, script);
  }
  return dir;
}

async function addMigration(dir: string, name: string, script: string): Promise<void> {
  await mkdir(join(dir, name), { recursive: true });
  await writeFile(join(dir, name, "migration.sql"), script);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
