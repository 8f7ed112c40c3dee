import type { Randomness } from "@/lib/kernel/ports/system";
import {
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  readRecoveryCode,
  toRecoveryCode,
} from "../../rules/recovery-code";
import { hashRecoveryCode } from "./hash-recovery-code";

/** Generates recovery codes in the form that their owner reads, and their hashes. Only the hashes are stored. */
export function makeRecoveryCodes({ randomness }: { randomness: Randomness }): {
  readonly codes: readonly string[];
  readonly hashes: readonly Buffer[];
} {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toRecoveryCode(randomness.bytes(RECOVERY_CODE_BYTES)),
  );
  return { codes, hashes: codes.map((code) => hashRecoveryCode(readRecoveryCode(code) ?? code)) };
}
