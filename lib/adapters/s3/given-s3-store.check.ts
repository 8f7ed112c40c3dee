import { inject } from "vitest";
import { describeS3Store } from "./s3-store.contract";

/** `npm run test:s3`: the product's storage tests on the S3 store of the settings `S3_*` (`embedded/throwaway/given-store.ts` reads them). */
const { versioning, ...access } = inject("givenStore");

describeS3Store("the given store without versions", access, { isVersioned: false });
if (versioning === "auto") {
  describeS3Store("the given store with versions", access, {
    isVersioned: true,
    isSuspendable: true,
  });
}
