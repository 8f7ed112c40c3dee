const MIB = 1024 * 1024;

/** What one file may cost to read (DESIGN 10, "Limits"): the only place of these numbers. What lies beyond stays unread, and a finding or a failure says so. */
export const LIMITS = {
  /** Larger files are not read at all. */
  fileBytesMax: 200 * MIB,
  /** Of one document, its attachments included. */
  pagesMax: 500,
  /** One call of `read` gives at most so many. */
  pagesOfBatchMax: 100,
  /** UTF-8, of one document. */
  textBytesMax: MIB,
  /** Characters; a longer word is cut into several. */
  wordCharactersMax: 1_000,
  /** Of one document: words are stored with their places, which takes more than their text. */
  wordsMax: 300_000,
  cellsMax: 200_000,
  /** Entries of an archive. */
  archiveEntriesMax: 2_000,
  /** Of all entries that are read. */
  archiveBytesMax: 200 * MIB,
  /** Unpacked to packed, from `archiveRatioFromBytes` on: small entries of one repeated character are normal. */
  archiveRatioMax: 200,
  archiveRatioFromBytes: 4 * MIB,
  xmlDepthMax: 256,
  htmlDepthMax: 512,
  /** Messages inside messages. */
  mailDepthMax: 5,
  attachmentsMax: 50,
  /** Parts inside parts of one message. */
  mailPartsDeepMax: 50,
  /** MIME parts of one message; more is not a mail that somebody wrote. */
  mailPartsMax: 1_000,
  /** One page, or one part of a document without pages. */
  cpuSecondsOfPageMax: 30,
  /** A batch ends before its next page after so long, and the next batch goes on there. */
  batchSecondsSoft: 15,
  /** One call of `read` or `judge`, from its first byte on; then the program is killed. */
  callSecondsMax: 50,
  /** Of all calls of `read` for one document; what is not read then stays unread. */
  readingSecondsMax: 300,
  /** Of V8's heap in the program. */
  heapMegabytesMax: 768,
  /** Resident memory; then the program is killed. */
  memoryMegabytesMax: 1_500,
  /** A program that has grown to so much serves no further document. */
  memoryMegabytesToReuse: 600,
  documentsOfProgramMax: 50,
  /** CPU that a program may have used to be used again; the platform ends it at `cpuSecondsOfProgramMax`. */
  cpuSecondsToReuse: 60,
  cpuSecondsOfProgramMax: 180,
  /** What the program may write for one call. */
  outputBytesMax: 96 * MIB,
  /** A program without work ends after so long. */
  idleSeconds: 60,
  /** Of one document; what stands behind them is read, but no class and no field is found in it. */
  judgedCharactersMax: 400_000,
  judgedLinesMax: 12_000,
} as const;
