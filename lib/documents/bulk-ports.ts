import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { BulkAction, BulkEnding, BulkGroup, BulkOrder } from "./rules/bulk-work";

/** Work on many documents, as its owner sees it. */
export interface BulkWork {
  readonly id: string;
  /** `preparing` until it is started: documents can then still be added. */
  readonly state: "preparing" | "running" | "ended";
  /** null until it is started. */
  readonly action: BulkAction | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** null until it ends. */
  readonly ending: BulkEnding | null;
  /** How many documents have each result; together, all documents. */
  readonly results: readonly {
    /** null for documents that have no result yet. */
    readonly result: BulkResult["result"] | null;
    readonly reason: string | null;
    readonly count: number;
  }[];
}

/** What became of a document. */
export type BulkResult =
  | { readonly result: "done"; readonly reason: null }
  /** `reason` is a `BulkRefusal` for a document that was left out, and the code of an error for one that failed. */
  | { readonly result: "left-out" | "failed"; readonly reason: string };

/** The owner's name of their work. Nobody else can find it. */
export interface OwnBulkWork {
  readonly id: string;
  readonly userId: string;
}

/** One attempt of the engine to do the work. When work is started again, all earlier attempts end. */
export interface BulkRun {
  readonly id: string;
  readonly generation: number;
}

/** The documents that are next. */
export interface BulkBatch {
  readonly order: BulkOrder;
  /** `<role>:<user id>`, the person who started the work. */
  readonly actor: string;
  readonly sessionId: string;
  /** Documents without a result, fewer than asked for only if no others have none. */
  readonly items: readonly {
    readonly uuid: string;
    /** The document's latest processing run when it was added. */
    readonly run: number | null;
    /** Whether this work has already changed the document; a killed process may not have saved the result. */
    readonly isDone: boolean;
  }[];
}

/**
 * Work on many documents. It contains only uuids and results. A change that belongs to the work has the work's id as its
 * `requestId`.
 */
export interface BulkWorks {
  create(work: OwnBulkWork, at: Date): Promise<void>;
  /**
   * Adds those of the documents that exist and were not added before, with their latest runs, in one statement, until the
   * work has `documentsMax`; concurrent calls may add more together. Returns how many documents the work has then; null if
   * there is no such work, or if it has been started.
   */
  add(work: OwnBulkWork, uuids: readonly string[], documentsMax: number): Promise<number | null>;
  /** Returns null if there is no such work. */
  find(work: OwnBulkWork): Promise<BulkWork | null>;
  /** Lists the user's work that was started and has not been dismissed, newest first. */
  listShown(userId: string, limit: number): Promise<readonly BulkWork[]>;
  /** Groups the documents of the work by their state now. */
  countGroups(work: OwnBulkWork): Promise<readonly BulkGroup[]>;
  /** Lists the documents that were left out or failed, in the order of their uuids, after a uuid. */
  listExceptions(
    work: OwnBulkWork,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<
    readonly {
      readonly uuid: string;
      readonly name: string;
      readonly result: "left-out" | "failed";
      readonly reason: string;
    }[]
  >;
  /**
   * Starts work that is being prepared, and writes the audit entry, in one statement. Returns null if it has been started
   * before. @throws DomainError `sign-in-required` if the author's session has ended
   */
  start(work: OwnBulkWork, order: BulkOrder, note: AuditNote): Promise<BulkRun | null>;
  /** Ends running work. Documents without a result keep none. Returns whether it was running. */
  cancel(work: OwnBulkWork, at: Date): Promise<boolean>;
  /** Removes ended work from the list of shown work. */
  dismiss(work: OwnBulkWork, at: Date): Promise<void>;
  /**
   * Checks the session and the role of the person who started the work, and returns the next documents; ends the work if
   * the check fails or there are none. Returns null if the work has ended or a later run does it.
   */
  beginBatch(
    run: BulkRun,
    options: { readonly at: Date; readonly limit: number },
  ): Promise<BulkBatch | null>;
  /**
   * Saves the result of a document that has none, and that the run has made progress. A document that the work has changed
   * is `done`, whatever is given, because two processes may have tried. Returns false if the work has ended or a later run
   * does it, so that this run must stop.
   */
  record(run: BulkRun, result: { readonly uuid: string } & BulkResult, at: Date): Promise<boolean>;
  /** Ends running work because it cannot be completed. */
  giveUp(run: BulkRun, at: Date): Promise<void>;
  /**
   * Begins new runs of work that has not made progress since a time. Also saves the results of documents that work changed
   * before it ended after that time, and whose process died before it saved them.
   */
  resume(
    stalledSince: Date,
    options: { readonly at: Date; readonly limit: number },
  ): Promise<readonly BulkRun[]>;
}

/** Starts runs in the engine. */
export interface BulkStarts {
  /** Starting a run again is harmless. @throws DomainError `engine-unavailable` */
  start(runs: readonly BulkRun[]): Promise<void>;
}
