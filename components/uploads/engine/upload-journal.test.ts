import { expect, test } from "vitest";
import { createUploadJournal, type JournalRecord } from "./upload-journal";

const record = (id: string): JournalRecord => ({
  id,
  assetIdentifier: "BLD 1",
  assetName: "Old mill",
  name: "a.pdf",
  folder: null,
  sizeBytes: 1,
  modifiedAtMs: 5,
  uuid: null,
  idempotencyKey: "k",
  intent: "upload",
});

test("the next page reads the stored records, except for removed ones", () => {
  let text: string | null = null;
  const storage = {
    get: () => text,
    set: (next: string) => {
      text = next;
    },
  };
  const journal = createUploadJournal(storage);
  journal.put(record("1"));
  journal.put(record("2"));
  journal.remove("1");

  expect(createUploadJournal(storage).read()).toEqual([record("2")]);
});

test("if the storage is too small for all records, the records stored before remain; if it is full, nothing breaks", () => {
  let text = "";
  let room = 250;
  const storage = {
    get: () => text,
    set: (next: string) => {
      if (next.length > room) throw new DOMException("full", "QuotaExceededError");
      text = next;
    },
  };
  const journal = createUploadJournal(storage);
  journal.put(record("1"));
  journal.keepAlso([record("2"), record("3")]);
  expect(JSON.parse(text)).toEqual([record("1")]);

  room = 0;
  journal.put(record("4"));
  expect(JSON.parse(text)).toEqual([record("1")]);
});

test("without storage, the journal is empty", () => {
  const forbidden = () => {
    throw new DOMException("denied", "SecurityError");
  };

  expect(createUploadJournal({ get: forbidden, set: forbidden }).read()).toEqual([]);
});

test("the previous page's records can be read even after a new record has been stored", () => {
  let text = JSON.stringify([record("1")]);
  const storage = {
    get: () => text,
    set: (next: string) => {
      text = next;
    },
  };
  const journal = createUploadJournal(storage);
  journal.put(record("2"));

  expect(journal.read()).toEqual([record("1")]);
});
