import type { AuditNote } from "@/lib/kernel/rules/audit";

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
