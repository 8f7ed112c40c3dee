import { describe, expect, it } from "vitest";
import { FakeCockpit, held, problem } from "./cockpit.fixture";
import { fileOf, storeUnderTest, turns } from "./store.fixture";
import type { JournalRecord } from "./upload-journal";

/** Reloads a tab in which a.pdf, b.pdf, c.pdf and d.pdf are being sent and e.pdf is waiting. */
async function reloaded(before: (cockpit: FakeCockpit) => void = () => undefined) {
  const first = storeUnderTest();
  const { open } = held(first.cockpit);
  const names = ["a", "b", "c", "d", "e"].map((name) => `${name}.pdf`);
  await first.add(...names.map((name) => ({ file: fileOf(name), folder: "plans" })));
  await first.until(() => open.length === 4);
  first.store.keepForReload();
  before(first.cockpit);
  const cockpit = new FakeCockpit();
  for (const [uuid, document] of first.cockpit.documents) cockpit.documents.set(uuid, document);
  const second = storeUnderTest({ cockpit, storage: first.storage });
  second.store.restore();
  second.store.restore();
  return second;
}

/** Returns a file as a folder dialog provides it. */
const within = (folder: string, file: File) =>
  Object.defineProperty(file, "webkitRelativePath", { value: `${folder}/${file.name}` });

it("after a reload, files that had arrived are reported and the others are shown as interrupted", async () => {
  const { until, names, store, entry } = await reloaded((cockpit) => {
    const document = cockpit.documents.get("uuid-2");
    if (document) document.isUploaded = true;
  });
  await until(() => names("interrupted").length === 4);

  expect(names("done")).toEqual(["b.pdf"]);
  expect(names("interrupted")).toEqual(["a.pdf", "c.pdf", "d.pdf", "e.pdf"]);
  expect(entry("a.pdf")).toMatchObject({ folder: "plans", assetName: "Old mill", sizeBytes: 10 });
  expect(store.hasUnfinished()).toBe(false);
});

it("files provided again continue with the same documents and fresh URLs; unmatched ones are returned", async () => {
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

/** Returns a file as a dropped folder contains it. */
const inPlans = (file: File) => ({ file, folder: "plans" });

describe("after a reload, a file that is added again to the same asset", () => {
  it("continues its interrupted upload if name, size and time of change are equal", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(fileOf("a.pdf"), inPlans(fileOf("e.pdf")), fileOf("other.pdf"));
    await untilIdle();

    expect(names("done")).toEqual(["a.pdf", "e.pdf", "other.pdf"]);
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [2], "e.pdf": [2], "other.pdf": [2] });
    expect(store.getSnapshot().sameNames).toEqual([]);
  });

  it("continues its upload even if the page is still finding out whether the bytes had arrived", async () => {
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

  it("becomes a new document if the interrupted one was closed in the meantime", async () => {
    const { add, until, names, cockpit } = await reloaded((before) => {
      const document = before.documents.get("uuid-1");
      if (document) document.status = 6;
    });
    await add(inPlans(fileOf("a.pdf")));
    await until(() => names("done").includes("a.pdf"));

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [6, 2] });
  });

  it.each([
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

  it("waits for an answer if its size differs, and can become a new document", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add(inPlans(fileOf("a.pdf", 11)));
    await until(() => store.getSnapshot().sameNames.length === 1);
    store.addSameNames();
    await untilIdle();

    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
    expect(names("interrupted")).toContain("a.pdf");
  });

  it("is not asked about if it is in another folder, has another size, and only its name is the same", async () => {
    const { until, untilIdle, names, add, store, cockpit } = await reloaded();
    await until(() => names("interrupted").length === 5);
    await add({ file: fileOf("a.pdf", 11), folder: "photos" });
    await untilIdle();

    expect(store.getSnapshot().sameNames).toEqual([]);
    expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
  });
});

it("after a reload, the same file added to another asset becomes a document of that asset", async () => {
  const { until, untilIdle, names, addTo, cockpit } = await reloaded();
  await until(() => names("interrupted").length === 5);
  await addTo({ assetIdentifier: "BLD 2", assetName: "New mill" }, inPlans(fileOf("a.pdf")));
  await untilIdle();

  expect(cockpit.statuses()).toMatchObject({ "a.pdf": [1, 2] });
});

it("a file whose upload an older version recorded without its time of change is asked about", async () => {
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

it("abandoning interrupted uploads cancels their documents and leaves nothing for the next reload", async () => {
  const { until, names, store, cockpit, storage } = await reloaded();
  await until(() => names("interrupted").length === 5);
  store.giveUpInterrupted();
  await until(() => [...cockpit.documents.values()].every(({ status }) => status === 6));
  await until(() => names("cancelled").length === 5);
  store.keepForReload();

  expect(JSON.parse(storage.get("journal") ?? "")).toEqual([]);
});

it("a second reload loses nothing", async () => {
  const { until, names, store, storage, cockpit } = await reloaded();
  await until(() => names("interrupted").length === 5);
  store.keepForReload();
  const third = storeUnderTest({ cockpit, storage });
  third.store.restore();

  await third.until(() => third.names("interrupted").length === 5);
});

it.each([
  [6, "page was reloaded"],
  [8, "was deleted"],
] as const)(
  "an upload whose document was closed with status %d during the reload fails with an explanation, and the file must be added again",
  async (status, sentence) => {
    const { untilState, entry } = await reloaded((cockpit) => {
      const document = cockpit.documents.get("uuid-1");
      if (document) document.status = status;
    });
    await untilState("a.pdf", "failed");

    expect(entry("a.pdf")?.failure).toMatchObject({ canRetry: false });
    expect(entry("a.pdf")?.failure?.sentence).toContain(sentence);
  },
);

it("a file provided after a reload is sent even if the store already has bytes for its document", async () => {
  const { cockpit, entry, store, until, untilIdle, names } = await reloaded((before) => {
    const document = before.documents.get("uuid-1");
    if (document) document.isUploaded = true;
  });
  cockpit.mishap = (call) => (call.startsWith("PUT") ? problem(503, "database-unavailable") : null);
  await until(() => names("interrupted").length === 5);
  cockpit.mishap = () => null;
  await store.provideFiles([fileOf("a.pdf")]);
  await untilIdle();

  expect(entry("a.pdf")?.state).toBe("done");
  expect(cockpit.puts).toEqual(["http://store.test/uuid-1?2"]);
});

it("a provided file that could not be sent is sent by a retry", async () => {
  const { cockpit, store, until, untilIdle, untilState, names } = await reloaded((before) => {
    const document = before.documents.get("uuid-1");
    if (document) document.isUploaded = true;
  });
  cockpit.mishap = () => problem(503, "database-unavailable");
  await until(() => names("interrupted").length === 5);
  await store.provideFiles([fileOf("a.pdf")]);
  await untilState("a.pdf", "failed");
  cockpit.mishap = () => null;
  store.retryAll();
  await untilIdle();

  expect(names("done")).toEqual(["a.pdf"]);
  expect(cockpit.puts).toEqual(["http://store.test/uuid-1?2"]);
});

it("a cancellation that did not reach the server is retried in the background", async () => {
  const first = storeUnderTest();
  const { open } = held(first.cockpit);
  await first.add(fileOf("a.pdf"));
  await first.until(() => open.length === 1);
  first.cockpit.isSignedIn = false;
  first.store.cancel(first.entry("a.pdf")?.id ?? "");
  first.store.keepForReload();
  first.cockpit.isSignedIn = true;
  const { cockpit, storage } = first;
  const second = storeUnderTest({ cockpit, storage });
  second.store.restore();
  await second.until(() => cockpit.documents.get("uuid-1")?.status === 6);

  expect(second.store.getSnapshot().entries).toEqual([]);
});

it("a document whose creation response was lost in the reload is found again by its key", async () => {
  const first = storeUnderTest();
  first.cockpit.isAnswerLost = () => true;
  await first.add(fileOf("a.pdf"));
  await first.until(() => first.cockpit.documents.size === 1);
  first.store.keepForReload();
  first.cockpit.isAnswerLost = () => false;
  const { cockpit, storage } = first;
  const second = storeUnderTest({ cockpit, storage });
  second.store.restore();
  await second.untilState("a.pdf", "interrupted");
  await second.store.provideFiles([fileOf("a.pdf")]);
  await second.untilIdle();

  expect(cockpit.statuses()).toEqual({ "a.pdf": [2] });
});

it("uploads that belong to a different tab are removed from the list and from the journal", async () => {
  const { storage, cockpit } = await reloaded();
  const copied = new Map(storage);
  const copy = storeUnderTest({ cockpit, storage: copied });
  copy.store.forgetInterrupted();
  copy.store.restore();
  copy.clock.advance(1_000);
  await turns();

  expect(copy.store.getSnapshot().entries).toEqual([]);
  expect(JSON.parse(copied.get("journal") ?? "")).toEqual([]);
});

it("completed uploads do not leave a record in the journal", async () => {
  const { storage, add, untilIdle } = storeUnderTest();
  await add(fileOf("a.pdf"), fileOf("empty.pdf", 0));
  await untilIdle();

  const kept: JournalRecord[] = JSON.parse(storage.get("journal") ?? "");
  expect(kept).toEqual([]);
});

it.each(["", "{", "null", '{"a":1}', '[{"id":1},null,"x"]'])(
  "a journal containing %j restores nothing",
  (text) => {
    const { store } = storeUnderTest({ storage: new Map([["journal", text]]) });
    store.restore();

    expect(store.hasUnfinished()).toBe(false);
  },
);
