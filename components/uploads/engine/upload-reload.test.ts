import { expect, test } from "vitest";
import { held, problem } from "./cockpit.fixture";
import { fileOf, reloaded, storeUnderTest, turns } from "./store.fixture";
import type { JournalRecord } from "./upload-journal";

test("after a reload, files that had arrived are reported and the others are shown as interrupted", async () => {
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

test("abandoning interrupted uploads cancels their documents and leaves nothing for the next reload", async () => {
  const { until, names, store, cockpit, storage } = await reloaded();
  await until(() => names("interrupted").length === 5);
  store.giveUpInterrupted();
  await until(() => [...cockpit.documents.values()].every(({ status }) => status === 6));
  await until(() => names("cancelled").length === 5);
  store.keepForReload();

  expect(JSON.parse(storage.get("journal") ?? "")).toEqual([]);
});

test("a second reload loses nothing", async () => {
  const { until, names, store, storage, cockpit } = await reloaded();
  await until(() => names("interrupted").length === 5);
  store.keepForReload();
  const third = storeUnderTest({ cockpit, storage });
  third.store.restore();

  await third.until(() => third.names("interrupted").length === 5);
});

test.each([
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

test("a file provided after a reload is sent even if the store already has bytes for its document", async () => {
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

test("a provided file that could not be sent is sent by a retry", async () => {
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

test("a cancellation that did not reach the server is retried in the background", async () => {
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

test("a document whose creation response was lost in the reload is found again by its key", async () => {
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

test("uploads that belong to a different tab are removed from the list and from the journal", async () => {
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

test("completed uploads do not leave a record in the journal", async () => {
  const { storage, add, untilIdle } = storeUnderTest();
  await add(fileOf("a.pdf"), fileOf("empty.pdf", 0));
  await untilIdle();

  const records: JournalRecord[] = JSON.parse(storage.get("journal") ?? "");
  expect(records).toEqual([]);
});

test.each(["", "{", "null", '{"a":1}', '[{"id":1},null,"x"]'])(
  "a journal containing %j restores nothing",
  (text) => {
    const { store } = storeUnderTest({ storage: new Map([["journal", text]]) });
    store.restore();

    expect(store.hasUnfinished()).toBe(false);
  },
);
