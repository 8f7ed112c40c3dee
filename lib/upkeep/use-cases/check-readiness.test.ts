import { expect, test } from "vitest";
import { makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { checkReadiness } from "./check-readiness";

test.each([
  { database: "ok", objectStore: "ok", isReady: true },
  { database: "unavailable", objectStore: "ok", isReady: false },
  { database: "ok", objectStore: "unavailable", isReady: false },
  { database: "unavailable", objectStore: "unavailable", isReady: false },
])("database $database, object store $objectStore: ready is $isReady", async (row) => {
  const ports = makeUpkeepPorts();
  ports.documents.setAvailable(row.database === "ok");
  ports.storage.setAvailable(row.objectStore === "ok");
  const parts = { database: row.database, objectStore: row.objectStore };
  const readiness = await checkReadiness(ports);
  expect(readiness).toMatchObject({ isReady: row.isReady, parts });
  const down = Object.values(parts).filter((state) => state === "unavailable");
  expect(readiness.failures).toHaveLength(down.length);
});
