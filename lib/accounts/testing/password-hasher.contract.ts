import { describe, expect, test } from "vitest";
import type { PasswordHasher } from "../ports";

/** Defines the contract tests that every password hasher must pass. */
export function describePasswordHasherContract(name: string, open: () => PasswordHasher): void {
  describe(name, () => {
    test("accepts the same password and rejects any other", async () => {
      const hasher = open();
      const hash = await hasher.hash("correct horse battery");
      expect(await hasher.verify("correct horse battery", hash)).toBe(true);
      expect(await hasher.verify("correct horse batterY", hash)).toBe(false);
      expect(await hasher.verify("", hash)).toBe(false);
    });

    test("returns a different hash of the same password each time", async () => {
      const hasher = open();
      expect(await hasher.hash("correct horse battery")).not.toBe(
        await hasher.hash("correct horse battery"),
      );
    });

    test("treats equivalent Unicode forms as the same password, whichever form the keyboard produces", async () => {
      const hasher = open();
      const hash = await hasher.hash("\u00fcber den Wolken");
      expect(await hasher.verify("u\u0308ber den Wolken", hash)).toBe(true);
    });

    test("an account that does not exist has no valid password", async () => {
      expect(await open().verify("correct horse battery", null)).toBe(false);
      expect(await open().verify("", null)).toBe(false);
    });
  });
}
