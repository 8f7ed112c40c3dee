import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded-postgres";

/** Starts a server that is stopped when the running test ends. */
export async function start(
  options: Partial<EmbeddedPostgresOptions> & { dataDir: string },
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    database: "stagedoor",
    isDurable: false,
    ...options,
  });
  onTestFinished(() => server.stop());
  return server;
}

/** Creates a folder for the running test. Files next to it are removed with it. */
export async function temporaryDirectory(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "stagedoor-test-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const directory = join(parent, "folder");
  await mkdir(directory);
  return directory;
}

/** Returns the rows from one statement, on a separate connection. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
