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
  test("is read back as the same position and needs no encoding in a URL", () => {
    expect(readListCursor(CURSOR, FILTER)).toEqual(POSITION);
    expect(encodeURIComponent(CURSOR)).toBe(CURSOR);
    const inTier = { ...POSITION, tier: 3 };
    expect(readListCursor(writeListCursor(inTier, FILTER), FILTER)).toEqual(inTier);
  });

  test.each([
    { ...FILTER, assetIdentifier: "Größe 8" },
    { ...FILTER, assetIdentifier: null },
    { ...FILTER, status: 4 },
    { ...FILTER, status: null },
    { ...FILTER, updatedSince: new Date(0) },
    { state: null, documentUuid: null },
  ] as const)("is rejected if it was created for a different filter or list: %j", (filter) => {
    expect(() => readListCursor(CURSOR, filter)).toThrow(expect.objectContaining(refusal));
  });

  test.each(["", "-".repeat(36), "0".repeat(36), "no-uuid"])(
    "is rejected if it is forged with a valid fingerprint and the uuid %j",
    (uuid) => {
      const forged = writeListCursor({ ...POSITION, uuid }, FILTER);
      expect(() => readListCursor(forged, FILTER)).toThrow(expect.objectContaining(refusal));
    },
  );

  test("is rejected if a single character is changed, removed or added", () => {
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
    "is rejected if it is invalid: %j",
    (text) => {
      expect(() => readListCursor(text, FILTER)).toThrow(expect.objectContaining(refusal));
    },
  );

  test("is rejected if its time is beyond the range of valid dates", () => {
    const text = Buffer.from(`999999999999999 ${POSITION.uuid} 00`).toString("base64url");
    expect(() => readListCursor(text, FILTER)).toThrow(expect.objectContaining(refusal));
  });
});
