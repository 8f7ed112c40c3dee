import type { ObjectVersion } from "@/lib/documents/ports/object-storage";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";

/** A file whose SHA-256 is not known. */
export interface UnhashedFile extends ObjectVersion {
  readonly documentUuid: string;
}

/** The SHA-256 of files that no run of processing computes. */
export interface FileHashes {
  /** Files that came since this version was installed, oldest first; those are left out that the built-in processor reads soon, where it does. */
  listUnhashed(
    choice: ProcessorChoice,
    limit: number,
    /** Only what comes behind this document; null: from the oldest on. */
    after: string | null,
  ): Promise<readonly UnhashedFile[]>;
  find(documentUuid: string): Promise<UnhashedFile | null>;
  save(documentUuid: string, sha256: string, at: Date): Promise<void>;
}
