import { describe, expect, test } from "vitest";
import { isLeftover, type ObjectOwner } from "./leftover";

const UUID = "019cbc00-0000-7000-8000-0000000000aa";
const STAGED = `staged/${UUID}`;
const COPY = `documents/${UUID}/019cbc00-0000-7000-8000-0000000000bb`;
const NOON = new Date("2026-03-01T12:00:00.000Z");
const GRACE = 21_600;
const EXPIRES = 3_600;

const secondsAfterNoon = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const rulesAt = (seconds: number) => ({
  now: secondsAfterNoon(seconds),
  uploadGraceSeconds: GRACE,
  uploadUrlExpiresInSeconds: EXPIRES,
});
const anOwner = (overrides: Partial<ObjectOwner> = {}): ObjectOwner => ({
  status: 2,
  uploadExpiresAt: NOON,
  objectKey: `documents/${UUID}/current`,
  erasedAt: null,
  versionId: null,
  ...overrides,
});
const object = (key: string, versionId: string | null = null) => ({
  key,
  versionId,
  lastModified: NOON,
});

test("the sealed head of the audit log is never a leftover", () => {
  expect(isLeftover(object("audit/head"), null, rulesAt(1e9))).toBe(false);
});

describe("an upload", () => {
  test.each([2, 3, 4, 5, 6, 8] as const)(
    "of a document at %i becomes a leftover when the grace period ends",
    (status) => {
      const owner = anOwner({ status });
      expect(isLeftover(object(STAGED), owner, rulesAt(GRACE - 0.001))).toBe(false);
      expect(isLeftover(object(STAGED), owner, rulesAt(GRACE))).toBe(true);
    },
  );

  test("of a document that is waiting for it is never a leftover", () => {
    const owner = anOwner({ status: 1, objectKey: null });
    expect(isLeftover(object(STAGED), owner, rulesAt(1e9))).toBe(false);
  });

  test("without a document becomes a leftover when no upload URL created at that time can be in use any more", () => {
    expect(isLeftover(object(STAGED), null, rulesAt(EXPIRES + GRACE - 0.001))).toBe(false);
    expect(isLeftover(object(STAGED), null, rulesAt(EXPIRES + GRACE))).toBe(true);
  });
});

describe("a copy", () => {
  test("that the document does not use becomes a leftover when the grace period ends", () => {
    expect(isLeftover(object(COPY), anOwner(), rulesAt(GRACE - 0.001))).toBe(false);
    expect(isLeftover(object(COPY), anOwner(), rulesAt(GRACE))).toBe(true);
    expect(isLeftover(object(COPY), anOwner({ status: 6, objectKey: null }), rulesAt(GRACE))).toBe(
      true,
    );
  });

  test("that the document uses is never a leftover", () => {
    expect(isLeftover(object(COPY), anOwner({ objectKey: COPY }), rulesAt(1e9))).toBe(false);
  });

  test("that the document uses is a leftover if it has been marked as erased but still exists", () => {
    const owner = anOwner({ status: 8, objectKey: COPY, erasedAt: NOON });
    expect(isLeftover(object(COPY), owner, rulesAt(GRACE - 0.001))).toBe(false);
    expect(isLeftover(object(COPY), owner, rulesAt(GRACE))).toBe(true);
  });

  test("that a running report may still use is never a leftover, however old it is", () => {
    const owner = anOwner({ status: 1, objectKey: null });
    expect(isLeftover(object(COPY), owner, rulesAt(1e9))).toBe(false);
  });

  test("of an unknown document is never a leftover, because Stagedoor may be connected to the wrong database", () => {
    expect(isLeftover(object(COPY), null, rulesAt(1e9))).toBe(false);
  });
});

describe("a version of an upload", () => {
  const owner = anOwner({ objectKey: STAGED, versionId: "reported" });

  test("that the document uses is never a leftover", () => {
    expect(isLeftover(object(STAGED, "reported"), owner, rulesAt(1e9))).toBe(false);
  });

  test.each(["older", "newer", "null"])(
    "that the document does not use (%s) becomes a leftover when the grace period ends",
    (versionId) => {
      expect(isLeftover(object(STAGED, versionId), owner, rulesAt(GRACE - 0.001))).toBe(false);
      expect(isLeftover(object(STAGED, versionId), owner, rulesAt(GRACE))).toBe(true);
    },
  );

  test("of a document that uses a copy is a leftover, whatever its id", () => {
    expect(isLeftover(object(STAGED, "reported"), anOwner(), rulesAt(GRACE))).toBe(true);
  });

  test("without a version id in the listing may be the one that the document uses", () => {
    expect(isLeftover(object(STAGED), owner, rulesAt(1e9))).toBe(false);
  });

  test("that the document uses is a leftover if it has been marked as erased but still exists", () => {
    const erased = { ...owner, status: 8, erasedAt: NOON } as const;
    expect(isLeftover(object(STAGED, "reported"), erased, rulesAt(GRACE))).toBe(true);
  });

  test("that belongs to a copy in use is never a leftover", () => {
    const copied = anOwner({ objectKey: COPY });
    expect(isLeftover(object(COPY, "any"), copied, rulesAt(1e9))).toBe(false);
  });
});

test.each([
  "staged/",
  "staged/letter.pdf",
  `staged/${UUID}/more`,
  `staged/${UUID.toUpperCase()}`,
  `documents/${UUID}`,
  `documents/${UUID}/a/b`,
  `other/${UUID}`,
])("an object with the key %s, which we never create, is left alone", (key) => {
  expect(isLeftover(object(key), null, rulesAt(1e9))).toBe(false);
  expect(isLeftover(object(key), anOwner(), rulesAt(1e9))).toBe(false);
});
