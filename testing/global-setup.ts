import type { TestProject } from "vitest/node";
import { startThrowawayObjectStore, type ThrowawayObjectStore } from "./throwaway-object-store";
import {
  prepareThrowawayTemplate,
  startThrowawayPostgres,
  type ThrowawayPostgres,
} from "./throwaway-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's URL for the PostgreSQL of this test run; pass it to `createThrowawayDatabase`. */
    postgresUrl: string;
    /** The address and credentials of this test run's object store. */
    objectStore: ThrowawayObjectStore["address"];
  }
}

const running: { postgres?: ThrowawayPostgres; objectStore?: ThrowawayObjectStore } = {};

/** Starts the PostgreSQL and the object store of a test run and provides their addresses. */
export async function setup(project: TestProject): Promise<void> {
  try {
    running.postgres = await startThrowawayPostgres();
    running.objectStore = await startThrowawayObjectStore();
    await prepareThrowawayTemplate(running.postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("postgresUrl", running.postgres.url);
  project.provide("objectStore", running.objectStore.address);
}

/** Stops both servers and removes their folders. */
export async function teardown(): Promise<void> {
  try {
    await running.objectStore?.stop();
  } finally {
    await running.postgres?.stop();
  }
}
