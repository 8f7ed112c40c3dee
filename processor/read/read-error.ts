import type { ReadFailureCode } from "@/lib/processing/rules/reading/reading";

/**
 * The error for an unreadable file, thrown where the problem is found. It becomes the failure of the whole file or of one
 * attachment.
 */
export class ReadError extends Error {
  constructor(
    readonly code: ReadFailureCode,
    /** Facts about the file, but never any of its content. */
    readonly parameters: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
    this.name = "ReadError";
  }
}
