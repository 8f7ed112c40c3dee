import { makeDocumentPorts } from "@/lib/documents/testing/in-memory-document-ports";
import type { Versioning } from "@/lib/documents/testing/kept-versions";
import { makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { ALL_STEPS, describeVersionOrders } from "../testing/version-orders.contract";

const CHANGES: Readonly<Record<string, readonly [Versioning, Versioning]>> = {
  "a bucket without versions": ["off", "off"],
  "a bucket with versions": ["enabled", "enabled"],
  "a bucket whose versions are suspended": ["suspended", "suspended"],
  "a bucket whose versions are turned on in the meantime": ["off", "enabled"],
  "a bucket whose versions are suspended in the meantime": ["enabled", "suspended"],
  "a bucket whose versions are turned on again in the meantime": ["suspended", "enabled"],
};

const without = (left: readonly string[]) => ALL_STEPS.filter((step) => !left.includes(step));

/**
 * At the end, a deleted document has no bytes, and a kept document has its own bytes. Every order of steps ends after the
 * retention period anyway.
 */
const ENDINGS = {
  "that ends without bytes": without(["second report", "end of retention"]),
  "that is kept": without(["deletion", "end of retention"]),
};

for (const [name, [before, after]] of Object.entries(CHANGES)) {
  for (const [ending, steps] of Object.entries(ENDINGS)) {
    let storage = makeDocumentPorts().storage;
    const bucketChange = () => storage.setVersioning(after);
    describeVersionOrders(
      `a document ${ending} in ${name}`,
      { steps, ...(before !== after && { bucketChange }) },
      async () => {
        const ports = makeUpkeepPorts();
        storage = ports.storage;
        storage.setVersioning(before);
        return { ports, fetch: storage.fetch, storeNow: ports.clock.now };
      },
    );
  }
}
