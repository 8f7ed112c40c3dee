import type { AuditNote } from "@/lib/kernel/rules/audit";

/** Documents that were uploaded before processing was set up. */
export interface Backlog {
  /** Those that wait, runs that wait to be taken, and whether an administrator asked to process them. */
  count(): Promise<{
    readonly documents: number;
    readonly waitingRuns: number;
    readonly isStarted: boolean;
  }>;
  /** From now on they are processed; that is noted in the audit. Harmless to repeat. */
  start(note: AuditNote): Promise<void>;
  /**
   * Begins runs for those that came first, as long as fewer than `waitingMax` runs wait; how many. None before `start`; once none
   * is left, a later document without a run waits for the next `start`.
   */
  proceed(waitingMax: number, at: Date): Promise<number>;
}
