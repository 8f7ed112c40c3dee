import { expect, test } from "vitest";
import { createInMemoryStorage } from "./in-memory-storage";
import { describeObjectStorage } from "./object-storage.contract";

const machineClock = { now: () => new Date() };

describeObjectStorage("object storage in memory", async () => {
  const storage = createInMemoryStorage(machineClock);
  return { storage, fetch: storage.fetch };
});

test("a store that is switched off refuses every call with object-store-unavailable", async () => {
  const storage = createInMemoryStorage(machineClock);
  storage.setAvailable(false);
  const unavailable = { code: "object-store-unavailable" };
  await expect(storage.head("a")).rejects.toMatchObject(unavailable);
  await expect(storage.copyIfUnchanged("a", "b", "c")).rejects.toMatchObject(unavailable);
  await expect(storage.remove("a")).rejects.toMatchObject(unavailable);
  await expect(storage.list("", "", 1)).rejects.toMatchObject(unavailable);
  await expect(storage.checkReachable()).rejects.toMatchObject(unavailable);
});
