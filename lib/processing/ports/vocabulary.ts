import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DocumentClass, KnownParty } from "../rules/judgement";

/** What judging may know of this installation. */
export interface Vocabulary {
  /** Every class, shipped ones first and in their order, then own ones by id, whether or not they are active. */
  listClasses(): Promise<readonly DocumentClass[]>;
  /** Adds a class or replaces it, with its note in the audit; of a shipped one only whether it is active. */
  saveClass(documentClass: DocumentClass, at: Date, note: AuditNote): Promise<void>;
  /** The newest first. */
  listKnownParties(limit: number): Promise<readonly KnownParty[]>;
}
