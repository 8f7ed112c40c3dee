import { expect, test, vi } from "vitest";
import { held } from "./cockpit.fixture";
import { readFileList } from "./read-dropped-files";
import { fileOf, storeUnderTest, TARGET, turns } from "./store.fixture";
import type { UploadSnapshot } from "./upload-entry";

const FILES = 4_000;
const manyFiles = () => Array.from({ length: FILES }, (_, n) => fileOf(`${n}.pdf`));

test("4,000 files are shown from the first batch on, and listeners are notified at most ten times a second", async () => {
  const { cockpit, store, clock, until, names } = storeUnderTest();
  const snapshots: UploadSnapshot[] = [];
  store.subscribe(() => snapshots.push(store.getSnapshot()));
  let breaths = 0;
  const breathe = async () => {
    breaths += 1;
    clock.advance(10);
    await turns(1);
  };
  const reading = store.add(TARGET, readFileList(manyFiles(), breathe));
  clock.advance(0);
  await turns(1);
  expect(snapshots[0]?.summary).toMatchObject({ isReading: true });
  expect(breaths).toBeLessThan(3);
  await reading;
  expect(clock.nowMs()).toBe(10 * breaths);
  await until(() => names("done").length === FILES);

  expect(snapshots.length).toBeLessThanOrEqual(clock.nowMs() / 100 + 2);
  expect(store.getSnapshot().summary).toMatchObject({
    counts: { done: FILES },
    unfinishedCount: 0,
    bytesTotal: 10 * FILES,
    bytesSent: 10 * FILES,
    isReading: false,
    readCount: FILES,
  });
  expect(Object.keys(cockpit.statuses())).toHaveLength(FILES);
});

test("progress of one upload among 4,000 changes only its own entry object", async () => {
  const { cockpit, store, clock, until, names } = storeUnderTest();
  let tell = (_sentBytes: number) => undefined as unknown;
  cockpit.putMishap = (name, { onProgress }) => {
    if (name === "0.pdf") tell = (sentBytes) => onProgress?.({ sentBytes, totalBytes: 10 });
    return new Promise(() => undefined);
  };
  await store.add(
    TARGET,
    readFileList(manyFiles(), () => turns(1)),
  );
  await until(() => names("uploading").length === 4 && names("waiting").length === FILES - 4);
  const before = store.getSnapshot();
  for (let step = 1; step <= 9; step += 1) tell(step);
  clock.advance(100);
  await turns();
  const after = store.getSnapshot();

  const same = after.entries.filter((entry, index) => entry === before.entries[index]);
  expect(after.entries[0]?.sentBytes).toBe(9);
  expect(same.length).toBeGreaterThanOrEqual(FILES - 4);
  expect(after.summary.bytesSent).toBe(9);
});

test("without changes, snapshots and their parts remain the same objects", async () => {
  const { store, clock, add, untilIdle } = storeUnderTest();
  await add(fileOf("a.pdf"));
  await untilIdle();
  const before = store.getSnapshot();
  clock.advance(5_000);
  await turns();
  expect(store.getSnapshot()).toBe(before);

  store.pauseSignedOut();
  clock.advance(1_000);
  await turns();
  expect(store.getSnapshot().isSignedOut).toBe(true);
  expect(store.getSnapshot().entries).toBe(before.entries);
  expect(store.getSnapshot().byAsset).toBe(before.byAsset);
});

test("each asset has its own totals, which restart once no upload is unfinished", async () => {
  const { cockpit, store, add, until, untilIdle } = storeUnderTest();
  await add(fileOf("a.pdf", 100));
  await untilIdle();
  const { open } = held(cockpit);
  const other = { assetIdentifier: "BLD 2", assetName: "New mill" };
  await store.add(
    other,
    readFileList([fileOf("b.pdf", 40)], () => turns(1)),
  );
  await until(() => open.length === 1);
  await until(() => store.getSnapshot().byAsset.get("BLD 2")?.counts.uploading === 1);

  const { byAsset, summary } = store.getSnapshot();
  expect(byAsset.get("BLD 1")).toMatchObject({ bytesTotal: 0, counts: { done: 1 } });
  expect(byAsset.get("BLD 2")).toMatchObject({ bytesTotal: 40, unfinishedCount: 1 });
  expect(summary).toMatchObject({ bytesTotal: 40, bytesSent: 0 });
});

test("clearing completed uploads does not remove them from the total progress", async () => {
  const { cockpit, store, add, until, names } = storeUnderTest();
  cockpit.putMishap = (name) => (name === "b.pdf" ? new Promise(() => undefined) : undefined);
  await add(fileOf("a.pdf", 100), fileOf("b.pdf", 40));
  await until(() => names("done").length === 1 && names("uploading").length === 1);
  store.clearFinished();
  await until(() => store.getSnapshot().entries.length === 1);

  expect(store.getSnapshot().summary).toMatchObject({ bytesTotal: 140, bytesSent: 100 });
});

test("speed and time left are shown while bytes move, and a stall is reported", async () => {
  const { cockpit, store, clock, add, entry, until } = storeUnderTest();
  let tell = (_sentBytes: number) => undefined as unknown;
  cockpit.putMishap = (_, { onProgress }) => {
    tell = (sentBytes) => onProgress?.({ sentBytes, totalBytes: 10_000 });
    return new Promise(() => undefined);
  };
  await add(fileOf("a.pdf", 10_000));
  await until(() => entry("a.pdf")?.state === "uploading");
  for (let second = 1; second <= 4; second += 1) {
    clock.advance(1_000);
    tell(1_000 * second);
    await turns(2);
  }
  clock.advance(100);
  await turns();
  const moving = entry("a.pdf");
  expect(moving?.bytesPerSecond).toBeGreaterThan(850);
  expect(moving?.bytesPerSecond).toBeLessThan(1_100);
  expect(moving?.secondsLeft).toBeGreaterThan(5);
  expect(store.getSnapshot().summary.secondsLeft).toBeGreaterThan(5);
  expect(moving?.isStalled).toBe(false);

  for (let second = 0; second < 12; second += 1) {
    clock.advance(1_000);
    await turns(2);
  }
  expect(entry("a.pdf")).toMatchObject({ isStalled: true });
  expect(entry("a.pdf")?.bytesPerSecond).toBeLessThan(400);
});

test("retrying all uploads walks the list a few times, not once per upload", async () => {
  const { cockpit, store, add, untilIdle, names } = storeUnderTest();
  cockpit.putMishap = () => {
    throw new RangeError("a bug");
  };
  await add(...manyFiles().slice(0, 100));
  await untilIdle();
  expect(names("failed")).toHaveLength(100);
  cockpit.putMishap = () => undefined;
  const walks = vi.spyOn(Map.prototype, "values");
  store.retryAll();
  const walkCount = walks.mock.calls.length;
  walks.mockRestore();
  await untilIdle();

  expect(walkCount).toBeLessThan(20);
  expect(names("done")).toHaveLength(100);
});
