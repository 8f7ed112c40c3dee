import { expect, test } from "vitest";
import { documentObjectKey, stagedObjectKey } from "./object-key";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";

test("what is uploaded and what was reported never share a key or a folder", () => {
  expect(stagedObjectKey(UUID)).toBe(`staged/${UUID}`);
  expect(documentObjectKey(UUID, "1")).toBe(`documents/${UUID}/1`);
});

test("each copy of one document has a key of its own", () => {
  expect(documentObjectKey(UUID, "1")).not.toBe(documentObjectKey(UUID, "2"));
});
