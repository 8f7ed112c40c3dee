/** Where files go: an asset, or an identifier that no asset has yet. */
export interface UploadTarget {
  readonly assetIdentifier: string;
  /** What people call it. */
  readonly assetName: string;
}

/** A file as it was dropped, pasted or chosen. */
export interface DroppedFile {
  readonly file: File;
  /** Where it lay in what was dropped, with / between the names; null: it came alone. */
  readonly folder: string | null;
}

/** Something that was dropped and is not uploaded. */
export interface LeftOut {
  /** Folder and name; characters that could fool a reader are replaced. */
  readonly path: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** A part of what was dropped, as soon as it is read. */
export interface DroppedBatch {
  readonly files: readonly DroppedFile[];
  readonly leftOut: readonly LeftOut[];
}

/** Every state of an upload in this tab; not to be confused with the status of its document. */
export const UPLOAD_STATES = [
  "waiting",
  "creating",
  "uploading",
  "reporting",
  "done",
  "failed",
  "cancelled",
  /** The page was reloaded before it was complete: its file must be given again. */
  "interrupted",
  /** The session has ended: it goes on after signing in again. */
  "paused-signed-out",
  /** A server has answered 429: it goes on when that is over. */
  "paused-rate-limit",
] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

/** Why an upload failed, for people. */
export interface UploadFailure {
  /** What went wrong. */
  readonly sentence: string;
  /** What to do about it. */
  readonly fix: string;
  /** Whether the same file may be tried again as it is. */
  readonly canRetry: boolean;
}

/** One upload as it is shown; a new object whenever anything of it changes, the same object as long as nothing does. */
export interface UploadEntry extends UploadTarget {
  readonly id: string;
  readonly name: string;
  readonly folder: string | null;
  readonly sizeBytes: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** null: not known yet, or nothing is being sent. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** Whether nothing has moved for ten seconds while it is being sent. */
  readonly isStalled: boolean;
  /** Of its document; null: not created yet. */
  readonly uuid: string | null;
  /** null unless it failed. */
  readonly failure: UploadFailure | null;
}

/** Whether this tab still has work with it, which leaving the page would lose. */
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
]);

/** How many uploads are in each state. */
export type UploadCounts = Readonly<Record<UploadState, number>>;

/** Counts and bytes of many uploads. */
export interface UploadTotals {
  readonly counts: UploadCounts;
  /** Done, including those that were cleared from the list since nothing was going on. */
  readonly uploadedCount: number;
  /** Of those that `isUnfinished` speaks of. */
  readonly unfinishedCount: number;
  /** Of what is unfinished or done since nothing was going on. */
  readonly bytesTotal: number;
  readonly bytesSent: number;
}

/** The uploads to one asset. */
export interface AssetUploads extends UploadTarget, UploadTotals {}

/** All uploads of the tab taken together. */
export interface UploadSummary extends UploadTotals {
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  /** In how many seconds uploads go on after a 429; null: none is held back because of one. */
  readonly resumesInSeconds: number | null;
  /** Whether what was dropped is still being read. */
  readonly isReading: boolean;
  /** How many files have been found so far in what is being read. */
  readonly readCount: number;
  /** How many things were left out of what was read. */
  readonly leftOutCount: number;
}

/** Everything that is shown of the uploads of this tab; immutable. */
export interface UploadSnapshot {
  /** In the order in which they were added. */
  readonly entries: readonly UploadEntry[];
  readonly summary: UploadSummary;
  readonly leftOut: readonly LeftOut[];
  /** By identifier; the object of an asset stays the same while nothing of it changes. */
  readonly byAsset: ReadonlyMap<string, AssetUploads>;
  /** What is unfinished and has a document, by its uuid. */
  readonly byDocument: ReadonlyMap<string, UploadEntry>;
  readonly isSignedOut: boolean;
}
