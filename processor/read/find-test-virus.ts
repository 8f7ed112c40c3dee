import type { FindingList } from "./reading-context";

/** The EICAR test file for virus scanners, in two pieces, because scanners would otherwise report this source file. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!"].join(
  "",
);
/** Scanners detect this text only at the beginning of a file; containers may put a few bytes before it. */
const WITHIN_BYTES = 4_096;

/**
 * Adds a finding if the file is the test file for virus scanners, because people send this file to see whether files are
 * checked.
 */
export function findTestVirus(bytes: Uint8Array, findings: FindingList): void {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, WITHIN_BYTES));
  if (head.includes(TEST_VIRUS, 0, "latin1")) findings.add("eicar-test-file");
}
