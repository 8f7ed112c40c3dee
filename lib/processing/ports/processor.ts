import type { JudgeInput, Judgement } from "../rules/judgement";
import type { ReadOutcome } from "../rules/reading";

/** Bytes of a file, from its beginning; every call streams them again. */
export type FileBytes = () => Promise<AsyncIterable<Uint8Array>>;

/** The isolated program that reads untrusted files and judges their text (DESIGN 10). */
export interface Processor {
  /** Names what made a result, such as `stagedoor/0.2.0`. */
  readonly version: string;
  /**
   * Reads one batch of pages, from `firstPage` (1 for the first) on. Bounded in time, memory and output by the table of limits: a
   * file that exceeds them, kills the program or cannot be read is an outcome. Rejects only when the bytes do not come, when the
   * program cannot be started at all, when somebody ends it from outside, or when it hardly got any CPU; another attempt may succeed
   * then, and whoever repeats it bounds the number of attempts.
   */
  read(file: {
    readonly bytes: FileBytes;
    readonly sizeBytes: number;
    readonly firstPage: number;
    /** UTF-8 bytes of the words that earlier batches of this document gave, a space after each; 0 when not given. */
    readonly textBytesRead?: number;
  }): Promise<ReadOutcome>;
  /** Deterministic: the same input gives the same judgement. Rejects when the program fails. */
  judge(input: JudgeInput): Promise<Judgement>;
  /** Ends the programs that wait for work. */
  close(): Promise<void>;
}
