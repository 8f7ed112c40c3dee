import { describe, expect, test } from "vitest";
import { readListCursor, writeListCursor } from "./list-cursor";

const FILTER = { assetIdentifier: "Größe 7", status: 2, updatedSince: null } as const;
const POSITION = {
  time: new Date("2026-03-01T12:00:00.123Z"),
  uuid: "019cbc00-0000-7000-8000-0000000000aa",
};
const CURSOR = writeListCursor(POSITION, FILTER);
const refusal = {
  code: "validation-failed",
  errors: [expect.objectContaining({ pointer: "#/cursor" })],
};

describe("a cursor", () => {
  test("reads back as its position and goes into a URL as it is", () => {
    expect(readListCursor(CURSOR, FILTER)).toEqual(POSITION);
    expect(encodeURIComponent(CURSOR)).toBe(CURSOR);
  });

  test.each([
    { ...FILTER, assetIdentifier: "Größe 8" },
    { ...FILTER, assetIdentifier: null },
    { ...FILTER, status: 4 },
    { ...FILTER, status: null },
    { ...FILTER, updatedSince: new Date(0) },
    { state: null, documentUuid: null },
  ] as const)("of another filter or list is refused: %j", (filter) => {
    expect(() => readListCursor(CURSOR, filter)).toThrow(expect.objectContaining(refusal));
  });

  test.each(["", "-".repeat(36), "0".repeat(36), "no-uuid"])(
    "made up with a right fingerprint but with %j for a uuid is refused",
    (uuid) => {
      const forged = writeListCursor({ ...POSITION, uuid }, FILTER);
      expect(() => readListCursor(forged, FILTER)).toThrow(expect.objectContaining(refusal));
    },
  );

  test("with any one character changed, left out or put in is refused", () => {
    for (let index = 0; index < CURSOR.length; index += 1) {
      const rest = CURSOR.slice(index + 1);
      const changed = CURSOR[index] === "A" ? "B" : "A";
      for (const middle of [changed, "", `${CURSOR[index]}A`]) {
        const damaged = `${CURSOR.slice(0, index)}${middle}${rest}`;
        if (damaged === CURSOR) continue;
        expect(() => readListCursor(damaged, FILTER)).toThrow(expect.objectContaining(refusal));
      }
    }
  });

  test.each(["", "x", "=", `${CURSOR}=`, `${CURSOR} `, "0", "9".repeat(99), "ü"])(
    "that is none (%j) is refused",
    (text) => {
      expect(() => readListCursor(text, FILTER)).toThrow(expect.objectContaining(refusal));
    },
  );

  test("with a time beyond what dates can hold is refused", () => {
    const text = Buffer.from(`999999999999999 ${POSITION.uuid} 00`).toString("base64url");
    expect(() => readListCursor(text, FILTER)).toThrow(expect.objectContaining(refusal));
  });
});
