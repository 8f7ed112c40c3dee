import type { Randomness } from "@/lib/kernel/ports/system";

/** 32 characters that nobody takes for one another; a byte's lower five bits choose evenly among them. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A password that can be read aloud and typed, of 100 random bits: `7kqm-w3xe-…`. */
export function generatePassword({ randomness }: { randomness: Randomness }): string {
  const characters = [...randomness.bytes(GROUPS * GROUP_LENGTH)].map(
    (byte) => ALPHABET[byte % ALPHABET.length],
  );
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(""),
  );
  return groups.join("-");
}
