import type { TestProject } from "vitest/node";
import {
  loadEnvironmentFile,
  type ObjectStoreSettings,
  readSettings,
} from "@/lib/env/read-settings";

declare module "vitest" {
  interface ProvidedContext {
    /** The S3 store of the settings, for `npm run test:s3`. */
    givenStore: ObjectStoreSettings;
  }
}

/** Provides the S3 store that the settings `S3_*` name. Throws when they name none: only a given store is tested so. */
export function setup(project: TestProject): void {
  loadEnvironmentFile();
  const { objectStore } = readSettings();
  if (objectStore === null) {
    throw new Error(
      "Give S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The tests make buckets of their own and remove them.",
    );
  }
  project.provide("givenStore", objectStore);
}
