import type { ObjectVersion } from "@/lib/documents/ports/object-storage";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";

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
