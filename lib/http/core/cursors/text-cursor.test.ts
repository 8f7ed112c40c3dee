import { expect, test } from "vitest";
import { readTextCursor, writeTextCursor } from "./text-cursor";

const FILTER = { folder: "Bern", name: null };
const refused = { code: "validation-failed", detail: expect.stringContaining("#/cursor") };

test.each(["BLD-1", "Größe/№ 7 🏗️", " a b ", "a".repeat(255)])(
  "the cursor for %j can be read back",
  (text) => {
    const cursor = writeTextCursor(text, FILTER);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(readTextCursor(cursor, FILTER)).toBe(text);
  },
);

test("the list starts at the beginning if there is no cursor", () => {
  expect(readTextCursor(undefined, FILTER)).toBeNull();
});

test.each([
  ["from different filters", writeTextCursor("BLD-1", { folder: "Bern", name: "a" })],
  ["that was forged", Buffer.from("0123456789abcdef BLD-1").toString("base64url")],
  ["that was cut off", writeTextCursor("BLD-1", FILTER).slice(0, -2)],
  ["that is empty", ""],
  ["with a NUL, which no row contains", writeTextCursor("BLD\0", FILTER)],
])("a cursor %s is rejected", (_case, cursor) => {
  expect(() => readTextCursor(cursor, FILTER)).toThrow(expect.objectContaining(refused));
});
