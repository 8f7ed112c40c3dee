import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { z } from "zod";

/** The statement that creates the table of the applied migrations, identical to Prisma's own. */
export const CREATE_RECORDS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

const recordSchema = z.object({
  migration_name: z.string(),
  checksum: z.string(),
  finished_at: z.date().nullable(),
  logs: z.string().nullable(),
});

/** What is recorded about a migration that was begun. */
export type MigrationRecord = z.infer<typeof recordSchema>;

/** A migration: the name of its folder, and its script. */
export type Migration = { readonly name: string; readonly script: string };

/** Returns the records by the names of their migrations, without those that were resolved as rolled back. */
export async function readRecords(
  client: pg.Client,
): Promise<ReadonlyMap<string, MigrationRecord>> {
  const { rows } = await client.query(
    `SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return new Map(
    recordSchema
      .array()
      .parse(rows)
      .map((record) => [record.migration_name, record]),
  );
}

/**
 * Returns the statement that records a migration. It has literals instead of parameters, because a query with parameters
 * can contain only one statement.
 */
export function insertRecord(
  migration: Migration,
  outcome: "applied" | "begun" | "failed",
  logs: string | null = null,
): string {
  const isApplied = outcome === "applied";
  const literals = [randomUUID(), checksumOf(migration.script), migration.name].map(
    pg.escapeLiteral,
  );
  const values = [
    ...literals,
    isApplied ? "clock_timestamp()" : "NULL",
    isApplied ? "1" : "0",
    logs === null ? "NULL" : pg.escapeLiteral(logs),
  ];
  return `INSERT INTO _prisma_migrations
    (id, checksum, migration_name, finished_at, applied_steps_count, logs) VALUES (${values.join(", ")})`;
}

/**
 * Returns whether a script is the one that was recorded. Git may have changed its line endings since then, which Prisma
 * ignores, too.
 */
export function hasChecksum(script: string, checksum: string): boolean {
  const unix = script.replaceAll("\r\n", "\n");
  const variants = [script, unix, unix.replaceAll("\n", "\r\n")];
  return variants.some((variant) => checksumOf(variant) === checksum);
}

function checksumOf(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
