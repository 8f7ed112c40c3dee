import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import {
  assertAcceptableSize,
  DOCUMENTS_PREFIX,
  documentObjectKey,
  documentOfKey,
  positionAt,
  STAGED_PREFIX,
  stagedObjectKey,
} from "./object-key";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";

test("uploaded files and reported files never share a key or a folder", () => {
  expect(stagedObjectKey(UUID)).toBe(`staged/${UUID}`);
  expect(documentObjectKey(UUID, "1")).toBe(`documents/${UUID}/1`);
});

test("each copy of a document has its own key", () => {
  expect(documentObjectKey(UUID, "1")).not.toBe(documentObjectKey(UUID, "2"));
});

test("both kinds of key identify their document", () => {
  expect(documentOfKey(stagedObjectKey(UUID))).toBe(UUID);
  expect(documentOfKey(documentObjectKey(UUID, "1"))).toBe(UUID);
  expect(documentOfKey(`elsewhere/${UUID}`)).toBeNull();
});

test("the position for a given time comes after earlier documents and before later ones", () => {
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

describe("the size of an uploaded object", () => {
  test.each([1, 99, 100])("of %i bytes, with a limit of 100, is accepted", (sizeBytes) => {
    expect(() => assertAcceptableSize(sizeBytes, 100)).not.toThrow();
  });

  test.each([
    [0, "file-empty"],
    [101, "file-too-large"],
    [5 * 1024 ** 3 + 1, "file-too-large"],
  ])("of %i bytes, with a limit of 100, is rejected as %s", (sizeBytes, code) => {
    expect(() => assertAcceptableSize(sizeBytes, 100)).toThrow(
      expect.objectContaining({ constructor: DomainError, code }),
    );
  });

  test("a rejection states both sizes", () => {
    expect(() => assertAcceptableSize(101, 100)).toThrow(/is 101 bytes. The limit is 100/);
  });
});
