import {
  CreateBucketCommand,
  DeleteBucketCommand,
  PutBucketVersioningCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe } from "vitest";
import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import { describeObjectStorageContract } from "@/lib/documents/testing/object-storage.contract";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { makeKernelPorts } from "@/lib/kernel/testing/in-memory-kernel-ports";
import { makeUpkeepPorts } from "@/lib/upkeep/testing/in-memory-upkeep-ports";
import { ALL_STEPS, describeVersionOrders } from "@/lib/upkeep/testing/version-orders.contract";
import { createS3Client, type S3Connection } from "./s3-clients";
import { createS3ObjectStorage } from "./s3-object-storage";
import { describeSealedHeads } from "./sealed-heads.contract";

const without = (left: readonly string[]) => ALL_STEPS.filter((step) => !left.includes(step));

/**
 * The steps to test in every possible order. More steps would take minutes over HTTP; the tests of the in-memory store
 * cover them.
 */
const ENDINGS = {
  "that ends without bytes": without(["second report", "end of retention"]),
  "that is kept": without(["second report", "end of retention", "deletion"]),
};

/**
 * Tests everything that the product needs from an S3 store. `isVersioned` turns versions on; `isSuspendable` also
 * suspends them between steps. The tests create a bucket of their own and remove it afterwards, because sweeps would
 * remove the uploads of other tests' documents.
 */
export function describeS3Store(
  name: string,
  access: Omit<S3Connection, "bucket" | "versioning">,
  { isVersioned, isSuspendable = false }: { isVersioned: boolean; isSuspendable?: boolean },
): void {
  describe(name, () => describeInBucket(name, access, { isVersioned, isSuspendable }));
}

function describeInBucket(
  name: string,
  access: Omit<S3Connection, "bucket" | "versioning">,
  { isVersioned, isSuspendable }: { isVersioned: boolean; isSuspendable: boolean },
): void {
  const bucket = `stagedoor-test-${crypto.randomUUID()}`;
  const connection = { ...access, bucket, versioning: "auto" } as const;
  const storage = createS3ObjectStorage(connection);
  const client = createS3Client(connection);
  const setVersions = async (Status: "Enabled" | "Suspended") => {
    const input = { Bucket: bucket, VersioningConfiguration: { Status } };
    await client.send(new PutBucketVersioningCommand(input));
  };

  beforeAll(async () => {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    if (isVersioned) await setVersions("Enabled");
  });
  afterAll(async () => {
    await emptyBucket(storage);
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
    client.destroy();
  });

  for (const versioning of isVersioned ? (["auto"] as const) : (["auto", "off"] as const)) {
    const settings = { ...connection, versioning };
    describeObjectStorageContract(
      `${name}, S3_VERSIONING=${versioning}`,
      async () => ({ storage: createS3ObjectStorage(settings), fetch, isVersioned }),
      () => createS3ObjectStorage({ ...settings, bucket: `never-made-${crypto.randomUUID()}` }),
    );
    describeSealedHeads(`the sealed head in ${name}, S3_VERSIONING=${versioning}`, settings);
  }
  const open = async () => {
    // The clock starts at the current time, because the store reports write times by the machine's clock.
    const kernel = { ...makeKernelPorts(), clock: createFixedClock(new Date()) };
    const ids = { uuid: () => crypto.randomUUID() };
    const ports = makeUpkeepPorts(makeDocumentPorts({ ...kernel, ids }));
    return { ports: { ...ports, storage }, fetch, storeNow: () => new Date() };
  };
  for (const [ending, steps] of Object.entries(ENDINGS)) {
    describeVersionOrders(`a document ${ending}`, { steps }, open);
    if (!isSuspendable) continue;
    const bucketChange = () => setVersions("Suspended");
    describeVersionOrders(`${ending}, versions suspended`, { steps, bucketChange }, async () => {
      await setVersions("Enabled");
      return open();
    });
  }
}

async function emptyBucket(storage: ReturnType<typeof createS3ObjectStorage>): Promise<void> {
  for (;;) {
    const { objects } = await storage.list("", { key: "", versionId: null }, 1000);
    if (objects.length === 0) return;
    for (const object of objects) await storage.remove(object);
  }
}
