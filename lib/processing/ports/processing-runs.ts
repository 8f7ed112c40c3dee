import type { StatusMove } from "@/lib/documents/ports/staged-documents";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Author } from "@/lib/kernel/rules/actor";
import type { ProcessingRun, RunName } from "../rules/processing-run";

/** Taking one run. */
export interface RunTaking extends Author {
  readonly run: RunName;
  readonly at: Date;
  readonly leaseUntil: Date;
  /** The version of the built-in processor; null: somebody else takes it. */
  readonly processor: string | null;
}

/** What settling says besides the move, for the built-in processor. */
export interface RunSettlement extends StatusMove {
  readonly onlyRun: number;
  /** Keeps the classification as the prediction of this run, before anybody sees it. */
  readonly isPrediction: boolean;
  /** Only when its lease has ended by then; otherwise the run counts as not over. */
  readonly onlyLapsedBy?: Date;
}

/**
 * Processing runs, the rows that decide who can settle a document (decision 0047). Current is the last run of its document while it
 * is not ended; no call changes another one. The row of the document is locked first, so that races have one winner.
 */
export interface ProcessingRuns {
  find(run: RunName): Promise<ProcessingRun | null>;
  /**
   * Takes a current run that waits, and moves a document at 2 to 3 with it; the run as it is then. A run that the built-in
   * processor has taken already is its own still. null: somebody else has it, or it is over; nothing was written.
   */
  take(taking: RunTaking): Promise<ProcessingRun | null>;
  /** Moves the end of the lease of a current run that is taken. false: it is over. */
  renew(run: RunName, leaseUntil: Date): Promise<boolean>;
  /** One statement: the move, the end of the run, the prediction, the SHA-256 that the run read, and older texts gone. null: the run is over. */
  settle(settlement: RunSettlement): Promise<StagedDocument | null>;
  /** Waiting runs of which the engine was last told by then, or, for null, never; oldest first. */
  listWaiting(requestedBy: Date | null, limit: number): Promise<readonly RunName[]>;
  /** The engine was told; if it never takes them, it is no earlier noticed than `leaseUntil` of the first time. */
  markRequested(
    runs: readonly RunName[],
    told: { readonly at: Date; readonly leaseUntil: Date },
  ): Promise<void>;
  /**
   * Current runs whose lease ended by then, the earliest first. While the built-in processor has taken one since `takenSince`, it
   * works its way through a queue: then a waiting run is among them only when its lease ended by `waitingBy`.
   */
  listLapsed(given: {
    readonly by: Date;
    readonly takenSince: Date;
    readonly waitingBy: Date;
    readonly limit: number;
  }): Promise<readonly ProcessingRun[]>;
  /** Ends a lapsed run and begins the next one, which waits. false: it was renewed or is over. */
  restart(
    run: RunName,
    next: {
      readonly at: Date;
      readonly leaseUntil: Date | null;
      /** Whether the next run is one more attempt. */
      readonly isCounted: boolean;
    },
  ): Promise<boolean>;
  /**
   * What other versions of Stagedoor and a changed PROCESSOR leave behind: a document at 3 without a current run gets one that is
   * taken, and a run whose document is elsewhere ends. Where the built-in processor does not run, one that waits at 2 ends as well,
   * and one that waits at 3 gets a lease. How many there were.
   */
  repair(given: {
    readonly at: Date;
    readonly leaseUntil: Date;
    readonly choice: ProcessorChoice;
    readonly limit: number;
  }): Promise<number>;
}
