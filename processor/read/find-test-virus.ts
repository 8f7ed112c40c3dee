import type { FindingList } from "./reading-context";

/** The agreed test file of virus scanners, in two parts: as one, it would make scanners report this source. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!"].join(
  "",
);
/** A scanner finds it only at the beginning of a file; containers put a few bytes before it. */
const WITHIN_BYTES = 4_096;

/** Tells people that a file is the test file of virus scanners: whoever sends it wants to see that somebody looks. */
export function findTestVirus(bytes: Uint8Array, findings: FindingList): void {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, WITHIN_BYTES));
  if (head.includes(TEST_VIRUS, 0, "latin1")) findings.add("eicar-test-file");
}
