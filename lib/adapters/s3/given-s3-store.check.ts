import { inject } from "vitest";
import { describeS3Store } from "./s3-store.contract";

/**
 * `npm run test:s3` runs the storage tests with the store given by the `S3_*` settings (see
 * `testing/given-store.ts`).
 */
const { versioning, ...access } = inject("givenStore");

describeS3Store("the given store without versions", access, { isVersioned: false });
if (versioning === "auto") {
  describeS3Store("the given store with versions", access, {
    isVersioned: true,
    isSuspendable: true,
  });
}
