import { CreateBucketCommand, PutBucketVersioningCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, inject } from "vitest";
import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { makeUpkeepPorts } from "@/lib/upkeep/testing/in-memory-upkeep-ports";
import { ALL_STEPS, describeVersionOrders } from "@/lib/upkeep/testing/version-orders.contract";
import { createS3Client, type S3Connection } from "./s3-clients";
import { createS3ObjectStorage } from "./s3-object-storage";

/** Buckets of these tests alone: their sweeps remove the uploads of documents that only other tests know. */
const BUCKETS = { versioned: "orders-with-versions", unversioned: "orders-without-versions" };

let client: S3Client;
beforeAll(async () => {
  client = createS3Client(connectionTo(BUCKETS.versioned));
  for (const Bucket of Object.values(BUCKETS))
    await client.send(new CreateBucketCommand({ Bucket }));
  const VersioningConfiguration = { Status: "Enabled" } as const;
  await client.send(
    new PutBucketVersioningCommand({ Bucket: BUCKETS.versioned, VersioningConfiguration }),
  );
});
afterAll(() => client.destroy());

const without = (left: readonly string[]) => ALL_STEPS.filter((step) => !left.includes(step));

/** The orders of five steps: every order of more takes minutes over HTTP, and the store in memory has been through them. */
const ENDINGS = {
  "that ends without bytes": without(["second report", "end of retention"]),
  "that is kept": without(["second report", "end of retention", "deletion"]),
};

for (const [name, bucket] of Object.entries(BUCKETS)) {
  const storage = createS3ObjectStorage(connectionTo(bucket));
  for (const [ending, steps] of Object.entries(ENDINGS)) {
    describeVersionOrders(`a document ${ending} in an S3 bucket, ${name}`, { steps }, async () => {
      // The store tells when objects were written by the machine's clock.
      const kernel = { ...makeKernelPorts(), clock: createFixedClock(new Date()) };
      const ids = { uuid: () => crypto.randomUUID() };
      const ports = makeUpkeepPorts(makeDocumentPorts({ ...kernel, ids }));
      return { ports: { ...ports, storage }, fetch, storeNow: () => new Date() };
    });
  }
}

function connectionTo(bucket: string): S3Connection {
  const { endpoint, region, accessKeyId, secretAccessKey } = inject("objectStore");
  return {
    ...{ endpoint, publicEndpoint: endpoint, region, bucket, accessKeyId, secretAccessKey },
    ...{ forcePathStyle: true, versioning: "auto" },
  };
}
