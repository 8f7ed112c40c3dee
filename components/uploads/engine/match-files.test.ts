import { describe, expect, test } from "vitest";
import { FakeCockpit, held } from "./cockpit.fixture";
import { fileOf, reloaded, storeUnderTest, TARGET } from "./store.fixture";

/** Returns a file as a folder dialog provides it. */
const within = (folder: string, file: File) =>
  Object.defineProperty(file, "webkitRelativePath", { value: `${folder}/${file.name}` });

test("files provided again continue with the same documents and fresh URLs; unmatched ones are returned", async () => {
  const { until, untilIdle, names, store, cockpit } = await reloaded();
  await until(() => names("interrupted").length === 5);
  const unmatched = await store.provideFiles([
    within("plans", fileOf("a.pdf")),
    within("plans", fileOf("a.pdf", 11)),
    fileOf("b.pdf"),
    within("plans", fileOf("e.pdf")),
    fileOf("other.pdf"),
  ]);
  await untilIdle();

  expect(unmatched.map(({ file }) => file.size)).toEqual([11, 10]);
  expect(names("done")).toEqual(["a.pdf", "b.pdf", "e.pdf"]);
  expect(names("interrupted")).toEqual(["c.pdf", "d.pdf"]);
  expect(cockpit.documents.get("uuid-1")).toMatchObject({ status: 2, urlNumber: 2 });
  expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2], "b.pdf": [2], "e.pdf": [2] });
});

/** Reloads a tab in which a plan.pdf of the same size was being sent to each of two assets. */
async function reloadedWithTwoAssets() {
  const first = storeUnderTest();
  const { open } = held(first.cockpit);
  await first.add(fileOf("plan.pdf", 10, 1));
  await first.addTo(OTHER_TARGET, fileOf("plan.pdf", 10, 2));
  await first.until(() => open.length === 2);
  first.store.keepForReload();
  const cockpit = new FakeCockpit();
  for (const [uuid, document] of first.cockpit.documents) cockpit.documents.set(uuid, document);
  const second = storeUnderTest({ cockpit, storage: first.storage });
  second.store.restore();
  await second.until(() => second.names("interrupted").length === 2);
  return second;
}

const OTHER_TARGET = { assetIdentifier: "BLD 2", assetName: "New mill" };

describe("after a reload, a file that is selected in the tray", () => {
  test("continues the upload with its time of change, whichever asset that is for", async () => {
    const { store, untilIdle } = await reloadedWithTwoAssets();
    expect(await store.provideFiles([fileOf("plan.pdf", 10, 2)])).toEqual([]);
    await untilIdle();

    const states = store
      .getSnapshot()
      .entries.map(({ assetIdentifier, state }) => [assetIdentifier, state]);
    expect(states).toEqual([
      ["BLD 1", "interrupted"],
      ["BLD 2", "done"],
    ]);
  });

  test("is skipped if it was changed and could belong to either of two assets", async () => {
    const { store, untilIdle, names } = await reloadedWithTwoAssets();
    const unmatched = await store.provideFiles([fileOf("plan.pdf", 10, 3)]);
    await untilIdle();

    expect(unmatched.map(({ file }) => file.name)).toEqual(["plan.pdf"]);
    expect(store.getSnapshot().sameNames).toEqual([]);
    expect(names("interrupted")).toHaveLength(2);
  });

  test.each([
    ["size", fileOf("a.pdf", 11)],
    ["time of change", fileOf("a.pdf", 10, 5)],
  ])("waits for an answer if its %s differs, and can continue the upload", async (_, file) => {
    const { store, until, untilIdle, names, entry, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    expect(await store.provideFiles([within("plans", file)])).toEqual([]);
    await until(() => store.getSnapshot().sameNames.length === 1);
    expect(names("interrupted")).toHaveLength(5);
    store.continueSameNames();
    await untilIdle();

    const { size: sizeBytes, lastModified: modifiedAtMs } = file;
    expect(entry("a.pdf")).toMatchObject({ state: "done", sizeBytes, modifiedAtMs });
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2] });
  });

  test("waits for an answer if it was changed, and can become a new document of the same asset", async () => {
    const { store, until, untilIdle, names, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await store.provideFiles([fileOf("a.pdf", 11)]);
    store.addSameNames();
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
    expect(store.getSnapshot().entries.at(-1)).toMatchObject({ ...TARGET, state: "done" });
  });

  test("does not continue an upload from another folder, and is skipped if it has become empty", async () => {
    const { store, until, untilIdle, names } = await reloaded();
    await until(() => names("interrupted").length === 5);
    const unmatched = await store.provideFiles([
      within("photos", fileOf("a.pdf")),
      within("plans", fileOf("b.pdf", 0)),
    ]);
    await untilIdle();

    expect(unmatched.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf"]);
    expect(names("interrupted")).toHaveLength(5);
  });
});

/** Returns a file as a dropped folder contains it. */
const inPlans = (file: File) => ({ file, folder: "plans" });

describe("after a reload, a file that is added again to the same asset", () => {
  test("continues its interrupted upload if name, size and time of change are equal", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(fileOf("a.pdf"), inPlans(fileOf("e.pdf")), fileOf("other.pdf"));
    await untilIdle();

    expect(names("done")).toEqual(["a.pdf", "e.pdf", "other.pdf"]);
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2], "e.pdf": [2], "other.pdf": [2] });
    expect(store.getSnapshot().sameNames).toEqual([]);
  });

  test("continues its upload even if the page is still finding out whether the bytes had arrived", async () => {
    const { add, until, untilIdle, names, cockpit } = await reloaded((before) => {
      const document = before.documents.get("uuid-2");
      if (document) document.isUploaded = true;
    });
    await add(inPlans(fileOf("a.pdf")), inPlans(fileOf("b.pdf")));
    await until(() => names("done").length === 2);
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2], "b.pdf": [2] });
    expect(cockpit.puts).toEqual(["http://store.test/uuid-1?2"]);
  });

  test("becomes a new document if the interrupted one was closed in the meantime", async () => {
    const { add, until, names, cockpit } = await reloaded((before) => {
      const document = before.documents.get("uuid-1");
      if (document) document.status = 6;
    });
    await add(inPlans(fileOf("a.pdf")));
    await until(() => names("done").includes("a.pdf"));

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [6, 2] });
  });

  test("continues its upload if it was selected from a higher or a lower folder", async () => {
    const { until, untilIdle, names, add, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add({ file: fileOf("a.pdf"), folder: "2026/plans" });
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2] });
  });

  test("becomes a new document if it is in another folder, even if size and time of change are equal", async () => {
    const { until, untilIdle, names, add, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(
      { file: fileOf("a.pdf"), folder: "photos" },
      { file: fileOf("b.pdf"), folder: "old-plans" },
    );
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2], "b.pdf": [1, 2] });
    expect(names("interrupted")).toHaveLength(5);
  });
});

describe("after a reload, a changed file that is added again to the same asset", () => {
  test.each([
    ["size", fileOf("a.pdf", 11)],
    ["time of change", fileOf("a.pdf", 10, 5)],
  ])("waits for an answer if its %s differs, and can continue the upload", async (_, file) => {
    const { until, untilIdle, names, add, store, entry, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(inPlans(file));
    await until(() => store.getSnapshot().sameNames.length === 1);

    expect(store.getSnapshot().sameNames).toEqual(["a.pdf"]);
    expect(store.hasUnfinished()).toBe(true);
    store.continueSameNames();
    await untilIdle();
    expect(entry("a.pdf")).toMatchObject({ state: "done", sizeBytes: file.size });
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2] });
    expect(store.getSnapshot().sameNames).toEqual([]);
  });

  test("waits for an answer if its size differs, and can become a new document", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(inPlans(fileOf("a.pdf", 11)));
    await until(() => store.getSnapshot().sameNames.length === 1);
    store.addSameNames();
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
    expect(names("interrupted")).toContain("a.pdf");
  });

  test("waits for an answer if it is selected on its own, without its folder", async () => {
    const { until, names, add, store } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(fileOf("a.pdf", 11));
    await until(() => store.getSnapshot().sameNames.length === 1);

    expect(store.getSnapshot().sameNames).toEqual(["a.pdf"]);
  });

  test("is asked about once, in its latest version, and skipping it uploads nothing", async () => {
    const { until, untilIdle, names, add, store, entry, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(inPlans(fileOf("a.pdf", 11)), inPlans(fileOf("b.pdf", 11)));
    await add(inPlans(fileOf("a.pdf", 12)));
    await until(() => store.getSnapshot().sameNames.length > 0);
    expect(store.getSnapshot().sameNames).toEqual(["a.pdf", "b.pdf"]);
    store.continueSameNames();
    await untilIdle();
    expect(entry("a.pdf")).toMatchObject({ state: "done", sizeBytes: 12 });

    await add(inPlans(fileOf("c.pdf", 11)));
    await until(() => store.getSnapshot().sameNames.length === 1);
    store.skipSameNames();
    await until(() => store.getSnapshot().sameNames.length === 0);
    expect(store.hasUnfinished()).toBe(false);
    expect(names("interrupted")).toEqual(["c.pdf", "d.pdf", "e.pdf"]);
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2], "b.pdf": [2], "c.pdf": [1] });
  });

  test("is not asked about if it is in another folder", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add({ file: fileOf("a.pdf", 11), folder: "photos" });
    await untilIdle();

    expect(store.getSnapshot().sameNames).toEqual([]);
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
  });
});

test("after a reload, the same file added to another asset becomes a document of that asset", async () => {
  const { until, untilIdle, names, addTo, cockpit } = await reloaded();
  await until(() => names("interrupted").length === 5);
  await addTo({ assetIdentifier: "BLD 2", assetName: "New mill" }, inPlans(fileOf("a.pdf")));
  await untilIdle();

  expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
});

test("a file whose upload an older version recorded without its time of change is asked about", async () => {
  const { storage, cockpit } = await reloaded();
  const records: object[] = JSON.parse(storage.get("journal") ?? "");
  const older = records.map((record) => ({ ...record, modifiedAtMs: undefined }));
  const opened = storeUnderTest({
    cockpit,
    storage: new Map([["journal", JSON.stringify(older)]]),
  });
  opened.store.restore();
  await opened.until(() => opened.names("interrupted").length === 4);
  await opened.add(inPlans(fileOf("a.pdf")));

  await opened.until(() => opened.store.getSnapshot().sameNames.length === 1);
  expect(opened.store.getSnapshot().sameNames).toEqual(["a.pdf"]);
});

test("a file whose upload an older version recorded without its time of change continues if it is selected again", async () => {
  const { storage, cockpit } = await reloaded();
  const records: object[] = JSON.parse(storage.get("journal") ?? "");
  const older = records.map((record) => ({ ...record, modifiedAtMs: undefined }));
  const opened = storeUnderTest({
    cockpit,
    storage: new Map([["journal", JSON.stringify(older)]]),
  });
  opened.store.restore();
  await opened.until(() => opened.names("interrupted").length === 4);
  await opened.store.provideFiles([fileOf("a.pdf")]);
  await opened.untilIdle();

  expect(opened.entry("a.pdf")).toMatchObject({ state: "done", modifiedAtMs: 1_700_000_000_000 });
});
