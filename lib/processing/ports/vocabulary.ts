import type { DocumentClass, KnownParty } from "../rules/judgement";

/** What judging may know of this installation. */
export interface Vocabulary {
  /** Every class, shipped ones too, whether or not it is active. */
  listClasses(): Promise<readonly DocumentClass[]>;
  /** The newest first. */
  listKnownParties(limit: number): Promise<readonly KnownParty[]>;
}
