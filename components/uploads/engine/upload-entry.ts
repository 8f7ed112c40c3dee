/** The target of uploads: an asset, or an identifier that no asset has yet. */
export interface UploadTarget {
  readonly assetIdentifier: string;
  /** The name of the asset; its identifier if there is no asset yet. */
  readonly assetName: string;
}

/** A file that was dropped, pasted or selected. */
export interface DroppedFile {
  readonly file: File;
  /** The file's folder within the dropped item, with / between names; null for a single file. */
  readonly folder: string | null;
}

/** A dropped item that is not uploaded. */
export interface LeftOut {
  /** The folder and name, with misleading characters replaced. */
  readonly path: string;
  /** The reason for skipping the item, as a sentence. */
  readonly reason: string;
}

/** A part of a dropped source, available as soon as it has been read. */
export interface DroppedBatch {
  readonly files: readonly DroppedFile[];
  readonly leftOut: readonly LeftOut[];
}

/** Every state of an upload in this tab. Not the status of its document. */
export const UPLOAD_STATES = [
  "waiting",
  "creating",
  "uploading",
  "reporting",
  "done",
  "failed",
  "cancelled",
  /** The page was reloaded before the upload was complete; its file must be provided again. */
  "interrupted",
  /** The session has ended; the upload continues after the user signs in again. */
  "paused-signed-out",
  /** A server responded with 429; the upload continues when the wait is over. */
  "paused-rate-limit",
  /** Nothing responds; the upload is retried, and continues when there is a connection again. */
  "paused-offline",
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Why an upload failed, for people. */
export interface UploadFailure {
  /** A sentence that says what went wrong. */
  readonly sentence: string;
  /** A sentence that says what to do about it. */
  readonly fix: string;
  /** Whether the same file can be retried unchanged. */
  readonly canRetry: boolean;
}

/**
 * The state of one upload, for the page. Replaced by a new object whenever a value changes, and otherwise the same
 * object.
 */
export interface UploadEntry extends UploadTarget {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
  readonly sizeBytes: number;
  /** When the file was last changed, in milliseconds since 1970; null if it was not recorded. */
  readonly modifiedAtMs: number | null;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** null if it is not known yet, or if nothing is being sent. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Whether no bytes have moved for ten seconds while sending. */
  readonly isStalled: boolean;
  /** The document's uuid; null until the document has been created. */
  readonly uuid: string | null;
  /** null unless the upload failed. */
  readonly failure: UploadFailure | null;
}

/** Whether this tab still has work to do for an upload, which would be lost if the user left the page. */
export function isUnfinished(state: UploadState): boolean {
  return UNFINISHED.has(state);
}

const UNFINISHED: ReadonlySet<UploadState> = new Set<UploadState>([
  "waiting",
  "creating",
  "uploading",
  "reporting",
  "paused-signed-out",
  "paused-rate-limit",
  "paused-offline",
]);

/** The number of uploads in each state. */
export type UploadCounts = Readonly<Record<UploadState, number>>;

/** The counts and bytes of several uploads. */
export interface UploadTotals {
  readonly counts: UploadCounts;
  /** The uploads completed since the tab was last idle, including those cleared from the list. */
  readonly uploadedCount: number;
  /** The uploads in the list that have failed since the tab was last idle. */
  readonly failedCount: number;
  /** The uploads in the list that were cancelled since the tab was last idle. */
  readonly cancelledCount: number;
  /** The number of uploads for which `isUnfinished` is true. */
  readonly unfinishedCount: number;
  /** The size of all uploads that are unfinished, or were completed since the tab was last idle. */
  readonly bytesTotal: number;
  readonly bytesSent: number;
}

/** The uploads to one asset. */
export interface AssetUploads extends UploadTarget, UploadTotals {}

/** The totals of all uploads in the tab. */
export interface UploadSummary extends UploadTotals {
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** The seconds until uploads continue after a 429; null if no 429 is holding them. */
  readonly resumesInSeconds: number | null;
  /** Whether a dropped source is still being read. */
  readonly isReading: boolean;
  /** The number of files found so far in the source being read. */
  readonly readCount: number;
  /** The number of items skipped since the tab was last idle. */
  readonly leftOutCount: number;
}

/** Everything shown about this tab's uploads; immutable. */
export interface UploadSnapshot {
  /** All entries, in the order in which they were added. */
  readonly entries: readonly UploadEntry[];
  readonly summary: UploadSummary;
  readonly leftOut: readonly LeftOut[];
  /**
   * The names of added files that wait for an answer: each has the name of an interrupted upload, but another size or
   * time of change.
   */
  readonly sameNames: readonly string[];
  /** The totals of each asset, by identifier. An asset's object stays the same until one of its values changes. */
  readonly byAsset: ReadonlyMap<string, AssetUploads>;
  /** The unfinished uploads that have a document, by the document's uuid. */
  readonly byDocument: ReadonlyMap<string, UploadEntry>;
  readonly isSignedOut: boolean;
}
