import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { type Container, createContainer } from "@/app/container";
import { readAppSettings } from "@/lib/env/read-settings";
import {
  startThrowawayObjectStore,
  type ThrowawayObjectStore,
} from "@/testing/throwaway-object-store";
import { createThrowawayDatabase, type ThrowawayDatabase } from "@/testing/throwaway-postgres";

/** A database and an object store that only this test uses, as the parts of one installation. */
export interface PartsUnderTest {
  readonly container: Container;
  readonly store: ThrowawayObjectStore;
  /** The settings that a launcher would pass to its application. */
  readonly settings: Record<string, string>;
  /** A data folder in which these parts appear to be running. */
  readonly dataDir: string;
}

/** Starts separate parts for one test file, because a sweep affects everything in its object store. */
export function prepareParts(): () => PartsUnderTest {
  let parts: (PartsUnderTest & { database: ThrowawayDatabase }) | null = null;
  beforeAll(async () => {
    const database = await createThrowawayDatabase(inject("postgresUrl"));
    const store = await startThrowawayObjectStore();
    const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-parts-"));
    const settings = settingsOf(database, store);
    const note = { launcher: process.pid, settings };
    await writeFile(join(dataDir, "application.env.json"), JSON.stringify(note));
    const container = createContainer(readAppSettings({ ...settings, LOG_LEVEL: "silent" }));
    parts = { container, store, database, settings, dataDir };
  });
  afterAll(async () => {
    await parts?.container.close();
    await parts?.store.stop();
    await parts?.database.drop();
    if (parts) await rm(parts.dataDir, { recursive: true, force: true });
  });
  return () => {
    if (!parts) throw new Error("the parts are used before the tests begin");
    return parts;
  };
}

function settingsOf(database: ThrowawayDatabase, { address }: ThrowawayObjectStore) {
  return {
    DATABASE_URL: database.url,
    STAGEDOOR_ENCRYPTION_KEY: "ab".repeat(32),
    INNGEST_EVENT_KEY: "event-key-of-tests",
    INNGEST_SIGNING_KEY: `signkey-prod-${"ab".repeat(32)}`,
    S3_ENDPOINT: address.endpoint,
    S3_REGION: address.region,
    S3_BUCKET: address.bucket,
    S3_ACCESS_KEY_ID: address.accessKeyId,
    S3_SECRET_ACCESS_KEY: address.secretAccessKey,
  };
}
