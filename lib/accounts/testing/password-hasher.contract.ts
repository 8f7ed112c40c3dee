import { describe, expect, test } from "vitest";
import type { PasswordHasher } from "../ports/users";

/** What every hasher of passwords guarantees. */
export function describePasswordHasherContract(name: string, open: () => PasswordHasher): void {
  describe(name, () => {
    test("knows the password again, and no other", async () => {
      const hasher = open();
      const hash = await hasher.hash("correct horse battery");
      expect(await hasher.verify("correct horse battery", hash)).toBe(true);
      expect(await hasher.verify("correct horse batterY", hash)).toBe(false);
      expect(await hasher.verify("", hash)).toBe(false);
    });

    test("makes another text of the same password each time", async () => {
      const hasher = open();
      expect(await hasher.hash("correct horse battery")).not.toBe(
        await hasher.hash("correct horse battery"),
      );
    });

    test("takes the same characters for the same password, however a keyboard composes them", async () => {
      const hasher = open();
      const hash = await hasher.hash("\u00fcber den Wolken");
      expect(await hasher.verify("u\u0308ber den Wolken", hash)).toBe(true);
    });

    test("an account that does not exist has no password", async () => {
      expect(await open().verify("correct horse battery", null)).toBe(false);
      expect(await open().verify("", null)).toBe(false);
    });
  });
}
