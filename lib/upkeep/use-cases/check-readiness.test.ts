import { expect, test } from "vitest";
import type { EmbeddedPart } from "../ports";
import { DISK_RESERVE_BYTES } from "../rules/disk-reserve";
import { makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { checkReadiness } from "./check-readiness";

test.each([
  { database: "ok", objectStore: "ok", isReady: true },
  { database: "unavailable", objectStore: "ok", isReady: false },
  { database: "ok", objectStore: "unavailable", isReady: false },
  { database: "unavailable", objectStore: "unavailable", isReady: false },
])("with database $database and object store $objectStore, ready is $isReady", async (row) => {
  const ports = makeUpkeepPorts();
  ports.documents.setAvailable(row.database === "ok");
  ports.storage.setAvailable(row.objectStore === "ok");
  const parts = { database: row.database, objectStore: row.objectStore };
  const readiness = await checkReadiness(ports);
  expect(readiness).toMatchObject({ isReady: row.isReady, parts });
  const down = Object.values(parts).filter((state) => state === "unavailable");
  expect(readiness.failures).toHaveLength(down.length);
  expect(readiness.reasons).toHaveLength(down.length);
});

const withDisk = (part: EmbeddedPart, freeBytes: number | null) => ({
  ...makeUpkeepPorts(),
  diskSpace: { freeBytes: async (checked: EmbeddedPart) => (checked === part ? freeBytes : null) },
});

test.each([
  ["database", { database: "full", objectStore: "ok" }, "database"],
  ["objectStore", { database: "ok", objectStore: "full" }, "object store"],
] as const)(
  "if the disk that holds the %s is full, ready is false, and the reason says so",
  async (part, parts, name) => {
    const reason = `The disk of the ${name} is full: 1 MiB are free, and at least 64 MiB are needed. Free some space on it.`;
    expect(await checkReadiness(withDisk(part, 1024 ** 2))).toMatchObject({
      isReady: false,
      parts,
      reasons: [reason],
      failures: [{ message: reason }],
    });
  },
);

test("a part that does not respond is reported as full if its disk is full, because that is the cause", async () => {
  const ports = withDisk("database", 0);
  ports.documents.setAvailable(false);
  const { parts, reasons } = await checkReadiness(ports);
  expect(parts.database).toBe("full");
  expect(reasons).toEqual([expect.stringContaining("is full")]);
});

test.each([DISK_RESERVE_BYTES, null])("%j bytes of free space are enough", async (freeBytes) => {
  expect((await checkReadiness(withDisk("database", freeBytes))).isReady).toBe(true);
});

test("a system that does not report disk space can be ready", async () => {
  const diskSpace = { freeBytes: () => Promise.reject(new Error("no such call")) };
  expect((await checkReadiness({ ...makeUpkeepPorts(), diskSpace })).isReady).toBe(true);
});
