import type { StatusMove } from "@/lib/documents/ports/staged-documents";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Author } from "@/lib/kernel/rules/actor";
import type { ProcessingRun, RunName } from "../rules/processing-run";

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
    told: { readonly at: Date; readonly leaseUntil: Date },
  ): Promise<void>;
  /**
   * Lists the current runs whose lease ended by `by`, the earliest first. If the built-in processor has taken a run since
   * `takenSince`, it is working through a queue; waiting runs are then listed only if their lease ended by `waitingBy`.
   */
  listLapsed(given: {
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
  repair(given: {
    readonly at: Date;
    readonly leaseUntil: Date;
    readonly choice: ProcessorChoice;
    readonly limit: number;
  }): Promise<number>;
}
