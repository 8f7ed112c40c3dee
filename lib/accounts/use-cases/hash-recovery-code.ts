import { createHash } from "node:crypto";

/** SHA-256 of a recovery code as `readRecoveryCode` returns it: its 80 bits are too many to guess, so nothing slower is needed. */
export const hashRecoveryCode = (letters: string): Buffer =>
  createHash("sha256").update(`stagedoor recovery code, 1\n${letters}`).digest();
