import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Status } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";

/** Which documents of an asset identifier are shown; null does not filter. */
export interface AssetDocumentFilter {
  readonly assetIdentifier: string;
  /** Part of the name or the folder, in upper or lower case; % and _ stand for themselves. */
  readonly text: string | null;
  readonly status: Status | null;
}

/** A place in this list, which is ordered by (createdAt, uuid), newest first: unlike by updatedAt, rows stay where they are. */
export interface AssetDocumentPosition {
  readonly createdAt: Date;
  readonly uuid: string;
}

/** A document and the actor that created it. */
export interface AssetDocument extends StagedDocument {
  /** As named in the history: see `Author`. */
  readonly createdBy: string;
}

/** The documents of one asset identifier, for people. */
export interface AssetDocuments {
  list(
    filter: AssetDocumentFilter,
    page: Page<AssetDocumentPosition>,
  ): Promise<readonly AssetDocument[]>;
}
