import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createEmptyDatabase } from "@/testing/throwaway-postgres";
import { migrate } from "./migrate";

const ENGINE = fileURLToPath(new URL("./schema-engine.mjs", import.meta.url));
const PRISMA = createRequire(import.meta.url).resolve("prisma/build/index.js");

const SCHEMA = `datasource db {
  provider = "postgresql"
}

enum Colour {
  red
  green
}

model Thing {
  id     BigInt   @id @default(autoincrement())
  name   String   @unique @db.VarChar(20)
  tags   String[]
  colour Colour   @default(red)
  data   Json?
  parts  Part[]
}

model Part {
  id      String @id @default(dbgenerated("gen_random_uuid()")) @db.Uuid
  thing   Thing  @relation(fields: [thingId], references: [id])
  thingId BigInt
}
`;

const TRIGGER = `CREATE FUNCTION shout() RETURNS trigger AS $$
BEGIN
  NEW.name := upper(NEW.name);
  RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER shout BEFORE INSERT ON "Thing" FOR EACH ROW EXECUTE FUNCTION shout();
`;

describe("Prisma's own command line on the stand-in engine", () => {
  test("validates and formats without a database", async () => {
    const project = await temporaryProject("postgresql://nobody@127.0.0.1:1/none");

    expect(await project.prisma("validate")).toMatchObject({ exitCode: 0 });
    expect(await project.prisma("format", "--check")).toMatchObject({ exitCode: 0 });
  });

  test("creates a database, a migration and a shadow database in development, and finds no drift", async () => {
    const url = await missingDatabase();
    const project = await temporaryProject(url);

    const developed = await project.prisma("migrate", "dev", "--name", "one");
    expect(developed.output).toContain("Your database is now in sync with your schema");
    expect(developed.exitCode).toBe(0);
    expect(await readdir(join(project.directory, "migrations"))).toHaveLength(2);

    const diff = ["migrate", "diff", "--from-migrations", "migrations", "--exit-code"];
    expect(await project.prisma(...diff, "--to-schema", "schema.prisma")).toMatchObject({
      exitCode: 0,
    });
    const { rows } = await query(url, "SELECT 1 FROM pg_database WHERE datname LIKE '%shadow%'");
    expect(rows).toEqual([]);
  });

  test("deploys a function body with semicolons, and a trigger that works", async () => {
    const url = await emptyDatabase();
    const project = await temporaryProject(url);
    await project.addMigration("1_tables", await project.schemaAsSql());
    await project.addMigration("2_trigger", TRIGGER);

    expect(await project.prisma("migrate", "deploy")).toMatchObject({ exitCode: 0 });

    await query(url, `INSERT INTO "Thing" (name) VALUES ('quiet')`);
    expect((await query(url, `SELECT name, tags FROM "Thing"`)).rows).toEqual([
      { name: "QUIET", tags: null },
    ]);
  });

  test("reports a panic of the engine as an error, never as a silent success", async () => {
    const project = await temporaryProject(await emptyDatabase());

    const { exitCode, output } = await project.prismaWith(
      { FORCE_PANIC_SCHEMA_ENGINE: "1" },
      "migrate",
      "diff",
      "--from-config-datasource",
      "--to-schema",
      "schema.prisma",
    );

    expect(output).toContain("This is the debugPanic artificial panic");
    expect(exitCode).toBe(1);
  });

  test("reports an unreachable server as P1001", async () => {
    const project = await temporaryProject("postgresql://nobody@127.0.0.1:1/none");
    await project.addMigration("1_tables", "SELECT 1;");

    const { exitCode, output } = await project.prisma("migrate", "deploy");

    expect(exitCode).toBe(1);
    expect(output).toContain("P1001");
  });
});

describe("together with our own migrate()", () => {
  test("the status is up to date, deploy has nothing to do, and drift sets the exit code", async () => {
    const url = await emptyDatabase();
    const project = await temporaryProject(url);
    await project.addMigration("1_tables", await project.schemaAsSql());
    await project.addMigration("2_trigger", TRIGGER);
    await migrate(url, join(project.directory, "migrations"));

    const status = await project.prisma("migrate", "status");
    expect(status.output).toContain("Database schema is up to date");
    expect(status.exitCode).toBe(0);
    const deploy = await project.prisma("migrate", "deploy");
    expect(deploy.output).toContain("No pending migrations to apply");

    const diff = ["migrate", "diff", "--from-config-datasource", "--to-schema", "schema.prisma"];
    expect(await project.prisma(...diff, "--exit-code")).toMatchObject({ exitCode: 0 });
    await query(url, `ALTER TABLE "Part" ADD COLUMN drifted int`);
    const drift = await project.prisma(...diff, "--exit-code", "--script");
    expect(drift.output).toContain('ALTER TABLE "Part" DROP COLUMN "drifted"');
    expect(drift.exitCode).toBe(2);
  });

  test("a failed migration is reported as failed, and is resolved as our error message says", async () => {
    const url = await emptyDatabase();
    const project = await temporaryProject(url);
    const migrations = join(project.directory, "migrations");
    await project.addMigration("1_bad", "SELECT missing;");
    await expect(migrate(url, migrations)).rejects.toThrow("resolve --rolled-back 1_bad");

    expect((await project.prisma("migrate", "deploy")).output).toContain("P3009");
    const resolved = await project.prisma("migrate", "resolve", "--rolled-back", "1_bad");
    expect(resolved.exitCode).toBe(0);

    await project.addMigration("1_bad", "SELECT 1;");
    expect(await migrate(url, migrations)).toEqual(["1_bad"]);
  });
});

type Outcome = { exitCode: number; output: string };

type Project = {
  directory: string;
  prisma(...args: string[]): Promise<Outcome>;
  prismaWith(environment: Record<string, string>, ...args: string[]): Promise<Outcome>;
  addMigration(name: string, script: string): Promise<void>;
  schemaAsSql(): Promise<string>;
};

async function temporaryProject(url: string): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-prisma-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const config = { schema: "schema.prisma", migrations: { path: "migrations" } };
  await writeFile(join(directory, "schema.prisma"), SCHEMA);
  await writeFile(
    join(directory, "prisma.config.ts"),
    `process.env.PRISMA_SCHEMA_ENGINE_BINARY = ${JSON.stringify(ENGINE)};
    export default ${JSON.stringify({ ...config, datasource: { url } })};`,
  );
  const prisma = (...args: string[]) => runPrisma(directory, args, {});
  return {
    directory,
    prisma,
    prismaWith: (environment, ...args) => runPrisma(directory, args, environment),
    addMigration: async (name, script) => {
      await mkdir(join(directory, "migrations", name), { recursive: true });
      await writeFile(
        join(directory, "migrations", "migration_lock.toml"),
        'provider = "postgresql"\n',
      );
      await writeFile(join(directory, "migrations", name, "migration.sql"), script);
    },
    schemaAsSql: async () => {
      const diff = ["migrate", "diff", "--from-empty", "--to-schema", "schema.prisma"];
      await prisma(...diff, "--script", "--output", "schema.sql");
      return readFile(join(directory, "schema.sql"), "utf8");
    },
  };
}

function runPrisma(
  directory: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Outcome> {
  // NODE_ENV is set because Next's types require it in every environment.
  const env = {
    NODE_ENV: "test",
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: directory,
    CHECKPOINT_DISABLE: "1",
    ...environment,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PRISMA, ...args],
      { cwd: directory, env },
      (_error, stdout, stderr) =>
        resolve({ exitCode: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  return database.url;
}

/** Returns the URL of a database that does not exist, and drops the database if a test creates it. */
async function missingDatabase(): Promise<string> {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  await database.drop();
  onTestFinished(() => database.drop());
  return database.url;
}

async function query(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
