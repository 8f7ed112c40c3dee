import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { Status } from "@/lib/documents/rules/status";
import type { Page } from "@/lib/kernel/rules/page";

/** A filter for the documents with an asset identifier. A field that is null does not restrict the list. */
export interface AssetDocumentFilter {
  readonly assetIdentifier: string;
  /** Part of the name or the folder, ignoring case; % and _ are literal. */
  readonly text: string | null;
  readonly status: Status | null;
}

/**
 * A position in the list, which is ordered by (createdAt, uuid), newest first. Rows never move, because neither value
 * changes.
 */
export interface AssetDocumentPosition {
  readonly createdAt: Date;
  readonly uuid: string;
}

/** A document and the actor that created it. */
export interface AssetDocument extends StagedDocument {
  /** The actor that created the document, in the same form as in its history; see `Author`. */
  readonly createdBy: string;
}

/** Lists the documents of one asset identifier for the cockpit. */
export interface AssetDocuments {
  list(
    filter: AssetDocumentFilter,
    page: Page<AssetDocumentPosition>,
  ): Promise<readonly AssetDocument[]>;
}
