import type { ObjectVersion, StatusMove } from "@/lib/documents/ports";
import type { ProcessorChoice } from "@/lib/documents/rules/run-start";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Author } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentClass, JudgeInput, Judgement, KnownParty } from "./rules/judging/judgement";
import type { ProcessingRun, RunName } from "./rules/processing-run";
import type { PageText } from "./rules/reading/page-text";
import type { ReadOutcome } from "./rules/reading/reading";
import type { ReadingSoFar } from "./rules/reading/reading-so-far";
import type { ReadingQueue } from "./rules/reading-forecast";

/** A function that streams the bytes of a file; each call starts at the beginning. */
export type FileBytes = () => Promise<AsyncIterable<Uint8Array>>;

/** The isolated program that reads untrusted files and classifies their text (docs/processing.md). */
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

/** The parameters for taking one run. */
export interface RunTaking extends Author {
  readonly run: RunName;
  readonly at: Date;
  readonly leaseUntil: Date;
  /** The version of the built-in processor; null if someone else takes the run. */
  readonly processor: string | null;
}

/** The move that settles a run, with the data that is stored in addition for the built-in processor. */
export interface RunSettlement extends StatusMove {
  readonly onlyRun: number;
  /** Whether the classification is also kept as this run's prediction, before anybody has changed it. */
  readonly isPrediction: boolean;
  /** Settles the run only if its lease has ended by this time. */
  readonly onlyLapsedBy?: Date;
}

/**
 * Processing runs, the rows that decide who can settle a document (decision 0047). The current run is the last run of its
 * document, as long as it has not ended; no call changes any other run. Each call locks the document's row first, so that
 * only one of several concurrent calls takes effect.
 */
export interface ProcessingRuns {
  find(run: RunName): Promise<ProcessingRun | null>;
  /**
   * Takes a waiting current run and returns it; a document at status 2 moves to 3. The built-in processor can take its
   * own run again. Returns null and writes nothing if the run is over or taken by someone else.
   */
  take(taking: RunTaking): Promise<ProcessingRun | null>;
  /** Extends the lease of a current run that is taken. Returns false if the run is over. */
  renew(run: RunName, leaseUntil: Date): Promise<boolean>;
  /**
   * In one statement, makes the move, ends the run, saves its prediction and SHA-256, and deletes the text of older runs.
   * Returns null if the run is over.
   */
  settle(settlement: RunSettlement): Promise<StagedDocument | null>;
  /**
   * Lists the waiting runs that the engine was last asked to start at or before this time, oldest first; null lists the
   * runs that the engine was never asked to start.
   */
  listWaiting(requestedBy: Date | null, limit: number): Promise<readonly RunName[]>;
  /**
   * Records that the engine was asked to start the runs. If the engine never starts them, they lapse at the `leaseUntil`
   * of the first request.
   */
  markRequested(
    runs: readonly RunName[],
    times: { readonly at: Date; readonly leaseUntil: Date },
  ): Promise<void>;
  /**
   * Lists the current runs whose lease ended by `by`, the earliest first. If the built-in processor has taken a run since
   * `takenSince`, it is working through a queue; waiting runs are then listed only if their lease ended by `waitingBy`.
   */
  listLapsed(limits: {
    readonly by: Date;
    readonly takenSince: Date;
    readonly waitingBy: Date;
    readonly limit: number;
  }): Promise<readonly ProcessingRun[]>;
  /** Ends a lapsed run and begins the next one, which waits. Returns false if the run was renewed or is over. */
  restart(
    run: RunName,
    next: {
      readonly at: Date;
      readonly leaseUntil: Date | null;
      /** Whether the next run counts as another attempt. */
      readonly isCounted: boolean;
    },
  ): Promise<boolean>;
  /**
   * Repairs rows left by other versions or by a changed PROCESSOR: a document at status 3 without a current run gets a
   * run that is taken, and a run whose document has a different status ends. If the built-in processor does not run, a
   * run waiting at 2 also ends, and a run waiting at 3 gets a lease. Returns the number of repairs.
   */
  repair(options: {
    readonly at: Date;
    readonly leaseUntil: Date;
    readonly choice: ProcessorChoice;
    readonly limit: number;
  }): Promise<number>;
}

/** The calls to the engine that processing makes. */
export interface ProcessingStarts {
  /**
   * Asks the engine to begin these runs; safe to repeat.
   * @throws DomainError `engine-unavailable`
   */
  start(runs: readonly RunName[]): Promise<void>;
}

/** Documents that were uploaded before processing was set up. */
export interface Backlog {
  /**
   * Counts the documents in the backlog and the runs that nobody has taken yet. `isStarted` is true once an administrator
   * has asked for the backlog to be processed.
   */
  count(): Promise<{
    readonly documents: number;
    readonly waitingRuns: number;
    readonly isStarted: boolean;
  }>;
  /** Allows the backlog to be processed from now on, with an entry in the audit log. Safe to repeat. */
  start(note: AuditNote): Promise<void>;
  /**
   * Begins runs for the oldest of these documents, as long as fewer than `waitingMax` runs are waiting; returns the
   * number of runs begun. Begins none before `start`. Once none of the documents are left, a later document without a run
   * waits for the next `start`.
   */
  proceed(waitingMax: number, at: Date): Promise<number>;
}

/** The numbers of runs that are waiting, and of runs that are taken. */
export interface ProcessingStatistics {
  /** Runs that nobody has taken. */
  readonly runsWaiting: number;
  /** Runs that are taken but not settled. */
  readonly runsTaken: number;
  /** When the oldest waiting run began to wait; null if none is waiting. */
  readonly oldestWaitingAt: Date | null;
}

/** Queries for runs that have not ended. */
export interface ProcessingStatisticsSource {
  /** Executes one statement, whose cost depends only on the number of runs that have not ended. */
  measure(): Promise<ProcessingStatistics>;
  /**
   * Returns the queue of waiting runs, as it concerns one asset identifier or, if it is null, all documents. Lists only
   * starts since the given time. Executes one statement, whose cost has a fixed limit, except that it also reads the
   * documents of the asset that wait or are being processed.
   */
  readQueue(assetIdentifier: string | null, startsSince: Date): Promise<ReadingQueue>;
}

/** Some of the pages read from a document. */
export interface FoundPages {
  readonly pages: readonly PageText[];
  /** 0 if nothing was read. */
  readonly total: number;
}

/** The text read from documents. It is content, so it leaves the database only for the processor. */
export interface DocumentTexts {
  /**
   * Saves the state after a batch, and the batch's pages by number; safe to repeat. The last batch makes the document
   * searchable by its words. Returns false if the run is over.
   */
  saveBatch(run: RunName, reading: ReadingSoFar, pages: readonly PageText[]): Promise<boolean>;
  /** Null if nothing was read or the run has ended. */
  findReading(run: RunName): Promise<ReadingSoFar | null>;
  /** Lists the pages in page order. */
  listPages(run: RunName): Promise<readonly PageText[]>;
  /**
   * Finds at most `limit` pages in page order, starting with the page number `from`, and the total number of pages, from
   * the newest run that has any pages.
   */
  findPages(documentUuid: string, from: number, limit: number): Promise<FoundPages>;
}

/** A file whose SHA-256 is unknown. */
export interface UnhashedFile extends ObjectVersion {
  readonly documentUuid: string;
}

/** The SHA-256 of files for which no processing run computes it. */
export interface FileHashes {
  /**
   * Lists files uploaded since this version was installed, oldest first. If the built-in processor runs, files that it
   * will read soon are omitted.
   */
  listUnhashed(
    choice: ProcessorChoice,
    limit: number,
    /** Lists only files after this document; null starts with the oldest. */
    after: string | null,
  ): Promise<readonly UnhashedFile[]>;
  find(documentUuid: string): Promise<UnhashedFile | null>;
  save(documentUuid: string, sha256: string, at: Date): Promise<void>;
}

/** The data of this installation that classification may use. */
export interface Vocabulary {
  /**
   * Lists every class, active or not: the shipped classes first in their order, then the installation's own classes by
   * id.
   */
  listClasses(): Promise<readonly DocumentClass[]>;
  /** Adds or replaces a class, with an entry in the audit log. Of a shipped class, only `isActive` can change. */
  saveClass(documentClass: DocumentClass, at: Date, note: AuditNote): Promise<void>;
  /** Lists the classes of recently approved documents, most recent first. */
  listRecentClasses(limit: number): Promise<readonly string[]>;
  /** Lists the newest parties first. */
  listKnownParties(limit: number): Promise<readonly KnownParty[]>;
}
