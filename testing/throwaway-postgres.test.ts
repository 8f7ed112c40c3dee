import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import {
  createEmptyDatabase,
  createThrowawayDatabase,
  startThrowawayPostgres,
} from "./throwaway-postgres";

const MIGRATIONS_DIR = fileURLToPath(new URL("../prisma/migrations", import.meta.url));

test("a throw-away database has all of the project's migrations", async () => {
  const database = await createThrowawayDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const client = await connect(database.url);

  const [table] = await rowsOf(client, "SELECT to_regclass('_prisma_migrations') AS name");
  const applied = table?.name
    ? await rowsOf(client, "SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1")
    : [];

  expect(applied.map(({ name }) => name)).toEqual(await migrationNames());
});

test("databases created at the same time do not share data", async () => {
  const serverUrl = inject("postgresUrl");
  const databases = await Promise.all([1, 2, 3].map(() => createThrowawayDatabase(serverUrl)));
  onTestFinished(async () => {
    await Promise.all(databases.map((database) => database.drop()));
  });
  const clients = await Promise.all(databases.map(({ url }) => connect(url)));
  await clients[0]?.query("CREATE TABLE mine (id int)");

  const seen = await Promise.all(
    clients.map((client) => rowsOf(client, "SELECT to_regclass('mine') IS NOT NULL AS is_there")),
  );

  expect(seen.flat()).toEqual([{ is_there: true }, { is_there: false }, { is_there: false }]);
});

test("drop also closes a connection that was left open", async () => {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  const client = await connect(database.url);

  await database.drop();

  await expect(client.query("SELECT 1")).rejects.toThrow();
  await expect(connect(database.url)).rejects.toMatchObject({ code: "3D000" });
});

test("stop shuts down the server and removes its folder", async () => {
  const server = await startThrowawayPostgres();
  const client = await connect(server.url);
  const [row] = await rowsOf(client, "SHOW data_directory");
  expect(existsSync(String(row?.data_directory))).toBe(true);

  await server.stop();

  expect(existsSync(String(row?.data_directory))).toBe(false);
  await expect(connect(server.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined); // some tests kill the server
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function rowsOf(client: pg.Client, statement: string): Promise<Record<string, unknown>[]> {
  return (await client.query(statement)).rows;
}

async function migrationNames(): Promise<string[]> {
  if (!existsSync(MIGRATIONS_DIR)) {
    return [];
  }
  const entries = await readdir(MIGRATIONS_DIR, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
