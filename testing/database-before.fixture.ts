import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { migrate } from "../prisma/migrate";
import { createEmptyDatabase } from "./throwaway-postgres";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

/**
 * Creates a database for the running test, as it was before a migration. @returns the database and a function that
 * applies the remaining migrations
 */
export async function databaseBefore(migration: string) {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const directory = await mkdtemp(join(tmpdir(), "stagedoor-migrations-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < migration);
  for (const name of before) {
    await cp(join(MIGRATIONS, name), join(directory, name), { recursive: true });
  }
  await migrate(database.url, directory);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  return { url: database.url, client, upgrade: () => migrate(database.url) };
}
