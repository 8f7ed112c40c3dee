import { expect, test } from "vitest";
import {
  DOCUMENTS_PREFIX,
  documentObjectKey,
  documentOfKey,
  positionAt,
  STAGED_PREFIX,
  stagedObjectKey,
} from "./object-key";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";

test("what is uploaded and what was reported never share a key or a folder", () => {
  expect(stagedObjectKey(UUID)).toBe(`staged/${UUID}`);
  expect(documentObjectKey(UUID, "1")).toBe(`documents/${UUID}/1`);
});

test("each copy of one document has a key of its own", () => {
  expect(documentObjectKey(UUID, "1")).not.toBe(documentObjectKey(UUID, "2"));
});

test("both kinds of key lead back to their document", () => {
  expect(documentOfKey(stagedObjectKey(UUID))).toBe(UUID);
  expect(documentOfKey(documentObjectKey(UUID, "1"))).toBe(UUID);
  expect(documentOfKey(`elsewhere/${UUID}`)).toBeNull();
});

test("the position of a time is behind the documents of before it and in front of those since", () => {
  const madeAt = 0x019cbc000000;
  for (const [prefix, key] of [
    [STAGED_PREFIX, stagedObjectKey(UUID)],
    [DOCUMENTS_PREFIX, documentObjectKey(UUID, "1")],
  ] as const) {
    expect(positionAt(prefix, new Date(madeAt)) < key).toBe(true);
    expect(positionAt(prefix, new Date(madeAt + 1)) > key).toBe(true);
    expect(positionAt(prefix, new Date(-1)) < key).toBe(true);
  }
});
