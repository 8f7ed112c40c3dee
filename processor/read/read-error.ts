import type { ReadFailureCode } from "@/lib/processing/rules/reading";

/** A file that cannot be read, thrown where that is found out; it becomes the failure of the whole file or of one attachment. */
export class ReadError extends Error {
  constructor(
    readonly code: ReadFailureCode,
    /** Facts only, never content. */
    readonly parameters: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
    this.name = "ReadError";
  }
}
