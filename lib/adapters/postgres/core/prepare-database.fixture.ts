import { afterAll, beforeAll, inject } from "vitest";
import { EMPTY_AUDIT_LOG } from "@/lib/accounts/testing/empty-audit-log.fixture";
import { createDatabase, type Database } from "./database";

const EMPTY_ALL = `${EMPTY_AUDIT_LOG};
  TRUNCATE staged_document, status_change, notification, delivery_attempt, api_key, asset, webhook_configuration, idempotency_key, app_user, asset_visit, saved_view, sign_in_throttle, processing_run, document_text, prediction, document_search, document_class, bulk_work CASCADE`;

/** A test database as the embedded PostgreSQL creates it. */
export interface Throwaway {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * Creates one migrated database for the tests of a file.
 * @param createThrowaway a function of the embedded parts, passed in because only tests in lib may import them
 * @returns a function to call at the beginning of each test: it empties every table and returns the database
 */
export function prepareDatabase(
  createThrowaway: (serverUrl: string) => Promise<Throwaway>,
): () => Promise<Database> {
  let parts: { throwaway: Throwaway; database: Database } | null = null;
  beforeAll(async () => {
    const throwaway = await createThrowaway(inject("postgresUrl"));
    const database = createDatabase(throwaway.url, { onIdleError: () => undefined });
    parts = { throwaway, database };
  });
  afterAll(async () => {
    await parts?.database.close();
    await parts?.throwaway.drop();
  });
  return async () => {
    if (!parts) throw new Error("the database is used before the tests begin");
    await parts.database.pool.query(EMPTY_ALL);
    return parts.database;
  };
}
