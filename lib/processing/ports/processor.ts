import type { JudgeInput, Judgement } from "../rules/judging/judgement";
import type { ReadOutcome } from "../rules/reading/reading";

/** A function that streams the bytes of a file; each call starts at the beginning. */
export type FileBytes = () => Promise<AsyncIterable<Uint8Array>>;

/** The isolated program that reads untrusted files and classifies their text (DESIGN 10). */
export interface Processor {
  /** Identifies the program that made a result, such as `stagedoor/0.2.0`. */
  readonly version: string;
  /**
   * Reads one batch of pages, starting with `firstPage` (from 1). Time, memory and output are limited by the table of
   * limits. A file that exceeds them, kills the program or cannot be read results in an outcome. Rejects only if the
   * bytes do not arrive, or if the program cannot be started, is killed from outside or gets hardly any CPU time. Another
   * attempt may then succeed; callers must limit the number of attempts.
   */
  read(file: {
    readonly bytes: FileBytes;
    readonly sizeBytes: number;
    readonly firstPage: number;
    /** UTF-8 length of the words in this document's earlier batches, including a space after each word; 0 by default. */
    readonly textBytesRead?: number;
  }): Promise<ReadOutcome>;
  /**
   * Classifies a document and extracts its fields. Deterministic: the same input gives the same judgement. Rejects if the
   * program fails.
   */
  judge(input: JudgeInput): Promise<Judgement>;
  /** Stops the idle programs. */
  close(): Promise<void>;
}
