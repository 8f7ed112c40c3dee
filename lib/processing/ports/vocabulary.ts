import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentClass, KnownParty } from "../rules/judging/judgement";

/** The data of this installation that classification may use. */
export interface Vocabulary {
  /**
   * Lists every class, active or not: the shipped classes first in their order, then the installation's own classes by
   * id.
   */
  listClasses(): Promise<readonly DocumentClass[]>;
  /** Adds or replaces a class, with an entry in the audit log. Of a shipped class, only `isActive` can change. */
  saveClass(documentClass: DocumentClass, at: Date, note: AuditNote): Promise<void>;
  /** Lists the newest parties first. */
  listKnownParties(limit: number): Promise<readonly KnownParty[]>;
}
