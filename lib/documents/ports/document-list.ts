import type { Page } from "@/lib/kernel/rules/page";
import type { Status } from "../rules/status";

/** The filter of a list of documents; null means no filter. */
export interface DocumentFilter {
  readonly assetIdentifier: string | null;
  readonly status: Status | null;
  /** Inclusive. */
  readonly updatedSince: Date | null;
  /**
   * Search words, all of which must match in the name, the text or the extracted values. Each may be a prefix; in a name,
   * one letter may be wrong. Case and accents are ignored (decision 0048).
   */
  readonly words?: string | undefined;
  /** The class in the document's results. */
  readonly documentClass?: string | undefined;
}

/** A position in the list of documents, which is ordered by (updatedAt, uuid). */
export interface DocumentPosition {
  readonly updatedAt: Date;
  readonly uuid: string;
}

/** One page of the list of documents. */
export type DocumentPage = Page<DocumentPosition>;
