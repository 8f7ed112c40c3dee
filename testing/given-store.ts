import type { TestProject } from "vitest/node";
import {
  loadEnvironmentFile,
  type ObjectStoreSettings,
  readSettings,
} from "@/lib/env/read-settings";

declare module "vitest" {
  interface ProvidedContext {
    /** The configured S3 store for `npm run test:s3`. */
    givenStore: ObjectStoreSettings;
  }
}

/**
 * Provides the S3 store from the settings `S3_*`. Throws an error if they are not set, because only a configured store is
 * tested this way.
 */
export function setup(project: TestProject): void {
  loadEnvironmentFile();
  const { objectStore } = readSettings();
  if (objectStore === null) {
    throw new Error(
      "Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. The tests create their own buckets and remove them.",
    );
  }
  project.provide("givenStore", objectStore);
}
