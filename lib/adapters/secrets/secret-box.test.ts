import { describe, expect, test } from "vitest";
import { describeSecretBoxContract } from "@/lib/kernel/testing/secret-box.contract";
import { createSecretBox } from "./secret-box";

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

describeSecretBoxContract("an AES-256-GCM box", () => createSecretBox(KEY));

describe("data sealed by an AES-256-GCM box", () => {
  const sealed = createSecretBox(KEY).seal(SECRET);

  test("reveals nothing about its content", () => {
    expect(sealed.includes(SECRET.slice(0, 6))).toBe(false);
    expect(sealed).toHaveLength(1 + 12 + 16 + SECRET.length);
  });

  test("can be opened only by a box with the same key", () => {
    expect(createSecretBox(KEY).open(sealed)).toBe(SECRET);
    expect(() => createSecretBox(OTHER_KEY).open(sealed)).toThrow("STAGEDOOR_ENCRYPTION_KEY");
  });

  test("cannot be opened after a change to any single bit", () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => createSecretBox(KEY).open(changed)).toThrow("cannot be opened");
    }
  });

  test("cannot be opened if it was truncated", () => {
    for (const length of [0, 1, 12, 28, sealed.length - 1]) {
      expect(() => createSecretBox(KEY).open(sealed.subarray(0, length))).toThrow(
        "cannot be opened",
      );
    }
  });

  test("is cached after it is opened, with all of its sealed bytes as the cache key", () => {
    const box = createSecretBox(KEY);
    const secrets = Array.from({ length: 20 }, (_, index) => `${SECRET}${index}`);
    const all = secrets.map((secret) => box.seal(secret));
    for (const _ of [1, 2]) expect(all.map((bytes) => box.open(bytes))).toEqual(secrets);
    const changed = Buffer.from(all[19] ?? "");
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(() => box.open(changed)).toThrow("cannot be opened");
  });
});
