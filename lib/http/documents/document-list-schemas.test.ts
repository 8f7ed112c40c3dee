import { describe, expect, test } from "vitest";
import { writeTextCursor } from "../core/cursors/text-cursor";
import { readDocumentCountQuery, readDocumentListQuery } from "./document-list-schemas";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const refusal = expect.objectContaining({
  code: "validation-failed",
  errors: [expect.objectContaining({ pointer: "#/cursor" })],
});

/** Reads a query with a cursor whose fingerprint is valid, whatever its position. */
function readForged(sort: string, position: string) {
  const { filter, order } = readDocumentListQuery(new URLSearchParams({ sort }));
  const cursor = writeTextCursor(position, { ...filter, ...order });
  return readDocumentListQuery(new URLSearchParams({ sort, cursor })).after;
}

describe("a cursor with a valid fingerprint", () => {
  test.each([
    ["created", "2026-03-01T12:00:00.123Z"],
    ["updated", "0999-12-31T23:59:59.000Z"],
    ["name", "a  b's ♥.pdf"],
  ])("by %s is read as a position", (sort, key) => {
    expect(readForged(sort, `1 ${UUID} ${key}`)).toEqual({ isInOrder: true, uuid: UUID, key });
  });

  test.each([
    ["updated", `0 ${UUID} yesterday`],
    ["updated", `0 ${UUID} 2026-02-30T12:00:00.000Z`],
    ["created", `0 ${UUID} 0000-01-01T00:00:00.000Z`],
    ["created", `0 ${UUID} `],
    ["name", `0 ${"-".repeat(36)} a.pdf`],
    ["name", `2 ${UUID} a.pdf`],
    ["name", UUID],
  ])("by %s is rejected if its position is %j", (sort, position) => {
    expect(() => readForged(sort, position)).toThrow(refusal);
  });
});

test("the id of an uploader is found in either case", () => {
  const uploader = UUID.toUpperCase();
  expect(readDocumentCountQuery(new URLSearchParams({ uploader })).uploader).toBe(UUID);
});
