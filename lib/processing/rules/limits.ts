const MIB = 1024 * 1024;

/**
 * The limits for processing one file (docs/processing.md); these numbers are defined only here. Anything beyond a limit
 * stays unread, and a finding or a failure says so.
 */
export const LIMITS = {
  /** Larger files are not read at all. */
  fileBytesMax: 200 * MIB,
  /** Pages per document, including its attachments. */
  pagesMax: 500,
  /** The maximum number of pages that one call of `read` returns. */
  pagesOfBatchMax: 100,
  /** UTF-8 bytes of text per document. */
  textBytesMax: MIB,
  /** A longer word is cut into several words. */
  wordCharactersMax: 1_000,
  /** Words per document. Words are stored with their positions, which take more space than their text. */
  wordsMax: 300_000,
  cellsMax: 200_000,
  /** The number of entries in an archive. */
  archiveEntriesMax: 2_000,
  /** The total size of all entries of an archive that are read. */
  archiveBytesMax: 200 * MIB,
  /**
   * Ratio of unpacked to packed size, checked only from `archiveRatioFromBytes` on, because small entries of one repeated
   * character are normal.
   */
  archiveRatioMax: 200,
  archiveRatioFromBytes: 4 * MIB,
  xmlDepthMax: 256,
  htmlDepthMax: 512,
  /** The depth of messages nested in messages. */
  mailDepthMax: 5,
  attachmentsMax: 50,
  /** The depth of parts nested in parts of one message. */
  mailPartsDeepMax: 50,
  /** The number of MIME parts per message; no real email has more. */
  mailPartsMax: 1_000,
  /** CPU time for one page, or for one part of a document without pages. */
  cpuSecondsOfPageMax: 30,
  /** After this time, a batch ends before its next page, and the next batch continues with that page. */
  batchSecondsSoft: 15,
  /**
   * The time limit for one call of `read` or `judge`, counted from the first byte of the call. After this time, the
   * program is killed.
   */
  callSecondsMax: 50,
  /** The time limit for all calls of `read` for one document; the remaining pages stay unread. */
  readingSecondsMax: 300,
  /** The limit for V8's heap in the program. */
  heapMegabytesMax: 768,
  /** The limit for resident memory; a program that exceeds it is killed. */
  memoryMegabytesMax: 1_500,
  /** A program that has grown beyond this does not process another document. */
  memoryMegabytesToReuse: 600,
  documentsOfProgramMax: 50,
  /** CPU time after which a program is not reused; the platform stops it at `cpuSecondsOfProgramMax`. */
  cpuSecondsToReuse: 60,
  cpuSecondsOfProgramMax: 180,
  /** The maximum size of the program's output for one call. */
  outputBytesMax: 96 * MIB,
  /** An idle program stops after this time. */
  idleSeconds: 60,
  /** Characters per document. Text beyond this limit is read, but not used for the class and the fields. */
  judgedCharactersMax: 400_000,
  judgedLinesMax: 12_000,
} as const;
