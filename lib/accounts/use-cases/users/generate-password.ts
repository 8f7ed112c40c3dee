import type { Randomness } from "@/lib/kernel/ports/system";

/**
 * 32 characters that are not easily confused; the lower five bits of a byte select each of them with equal probability.
 */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** Generates a password of 100 random bits that can be read aloud and typed: `7kqm-w3xe-…`. */
export function generatePassword({ randomness }: { randomness: Randomness }): string {
  const characters = [...randomness.bytes(GROUPS * GROUP_LENGTH)].map(
    (byte) => ALPHABET[byte % ALPHABET.length],
  );
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(""),
  );
  return groups.join("-");
}
