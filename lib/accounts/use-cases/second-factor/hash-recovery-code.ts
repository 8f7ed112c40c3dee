import { createHash } from "node:crypto";

/**
 * Computes the SHA-256 of a recovery code as `readRecoveryCode` returns it. Its 80 bits cannot be guessed, so no slower
 * hash is needed.
 */
export const hashRecoveryCode = (letters: string): Buffer =>
  createHash("sha256").update(`stagedoor recovery code, 1\n${letters}`).digest();
