import { describe, expect, test } from "vitest";
import type { SecretBox } from "../ports";

/** Tests the guarantees of every secret box; `make` creates a separate one for each test. */
export function describeSecretBoxContract(name: string, make: () => SecretBox): void {
  describe(name, () => {
    test.each(["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "", "Größe 🏗️"])(
      "returns %j unchanged",
      (secret) => {
        const box = make();
        expect(box.open(box.seal(secret))).toBe(secret);
      },
    );

    test("seals the same secret differently each time", () => {
      const box = make();
      expect(box.seal("secret")).not.toEqual(box.seal("secret"));
    });

    test("does not open bytes that it never sealed", () => {
      expect(() => make().open(Buffer.from("nonsense"))).toThrow();
    });
  });
}
