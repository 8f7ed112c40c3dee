import { describe, expect, test } from "vitest";
import { fileOf, storeUnderTest, TARGET, turns } from "./store.fixture";
import type { DroppedBatch } from "./upload-entry";
import type { JournalRecord } from "./upload-journal";

const NAMES = Array.from({ length: 250 }, (_, n) => `${n}.pdf`);
const LEFT_OUT = { path: "plans/.hidden", reason: "hidden" };

/** Creates a store, and files whose size takes a millisecond to look up for the first time. */
function slowFiles(options: Parameters<typeof storeUnderTest>[0] = {}) {
  const fixture = storeUnderTest(options);
  const lookedUp = new Set<string>();
  const slowFile = (name: string) =>
    Object.defineProperty(fileOf(name), "size", {
      get: () => {
        if (!lookedUp.has(name)) fixture.clock.advance(1);
        lookedUp.add(name);
        return 10;
      },
    });
  return { ...fixture, files: NAMES.map(slowFile), lookedUp };
}

async function* inOneBatch(files: readonly File[]): AsyncGenerator<DroppedBatch> {
  yield { files: files.map((file) => ({ file, folder: "plans" })), leftOut: [LEFT_OUT] };
}

/** Adds the files to a store and stops after the first slice. */
async function afterFirstSlice() {
  const fixture = slowFiles();
  fixture.cockpit.putMishap = () => new Promise(() => undefined);
  const adding = fixture.store.add(TARGET, inOneBatch(fixture.files));
  await turns();
  return { ...fixture, adding };
}

describe("files whose sizes take long to look up", () => {
  test("are added a few milliseconds at a time, in order, and counted", async () => {
    const { store, until, lookedUp } = await afterFirstSlice();
    expect(lookedUp.size).toBeGreaterThan(0);
    expect(lookedUp.size).toBeLessThan(20);
    await until(() => !store.getSnapshot().summary.isReading);

    const { entries, summary, leftOut } = store.getSnapshot();
    expect(entries.map(({ name }) => name)).toEqual(NAMES);
    expect(summary).toMatchObject({ readCount: NAMES.length, leftOutCount: 1 });
    expect(leftOut).toEqual([LEFT_OUT]);
  });

  test("are not added after everything has been cancelled", async () => {
    const { store, adding, until, lookedUp } = await afterFirstSlice();
    const addedCount = lookedUp.size;
    store.cancelAll();
    await until(() => store.getSnapshot().summary.counts.cancelled === addedCount);
    await adding;

    expect(lookedUp.size).toBe(addedCount);
    expect(store.hasUnfinished()).toBe(false);
  });

  test("cause a warning before the page is left, and those counted so far survive a reload", async () => {
    const { store, storage, clock, lookedUp } = await afterFirstSlice();
    expect(store.hasUnfinished()).toBe(true);
    store.keepForReload();
    const records: JournalRecord[] = JSON.parse(storage.get("journal") ?? "");
    expect(records.map(({ name }) => name).toSorted()).toEqual([...lookedUp].toSorted());

    clock.advance(100);
    await turns();
    const { summary, entries } = store.getSnapshot();
    expect(summary.readCount).toBe(entries.length);
  });

  test("are matched with interrupted uploads a few milliseconds at a time", async () => {
    const first = storeUnderTest();
    first.cockpit.putMishap = () => new Promise(() => undefined);
    await first.add(...NAMES.map((name) => fileOf(name)));
    await first.until(() => first.names("uploading").length === 4);
    first.store.keepForReload();
    const { cockpit, storage } = first;
    const { store, files, until, names, lookedUp } = slowFiles({ cockpit, storage });
    store.restore();
    await until(() => names("interrupted").length === NAMES.length);

    const providing = store.provideFiles(files);
    await turns();
    expect(lookedUp.size).toBeLessThan(20);
    await until(() => lookedUp.size === NAMES.length);
    expect(await providing).toEqual([]);
  });
});
