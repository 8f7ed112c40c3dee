import { inject } from "vitest";
import { describeS3Store } from "./s3-store.contract";

const { endpoint, region, accessKeyId, secretAccessKey } = inject("objectStore");
const access = {
  endpoint,
  publicEndpoint: endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  forcePathStyle: true,
};

describeS3Store("the embedded store with versions", access, { isVersioned: true });
describeS3Store("the embedded store without versions", access, { isVersioned: false });
