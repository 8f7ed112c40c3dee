const MEBIBYTE = 1024 ** 2;

/**
 * What uploads must leave free on a disk of the embedded parts: four segments of PostgreSQL's log, so that the database can go
 * on and deletions can still be recorded when files have filled the rest. Parallel uploads may each use the last free space,
 * so this is not a guarantee.
 */
export const DISK_RESERVE_BYTES = 64 * MEBIBYTE;

/** What `statfs` tells of a file system. */
export interface FileSystemFigures {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

/** Bytes that can still be written; 0 when no file can be added; null when the file system gives no figures. */
export function freeBytesOf(figures: FileSystemFigures): number | null {
  const { bsize, blocks, bavail, files, ffree } = figures;
  if (blocks === 0) return null;
  // Some file systems have no fixed number of files and give 0 for both.
  if (files > 0 && ffree === 0) return 0;
  return bavail * bsize;
}

/** Whether so little is left that no upload is accepted; a disk without figures is never full. */
export const isDiskFull = (freeBytes: number | null): boolean =>
  freeBytes !== null && freeBytes < DISK_RESERVE_BYTES;

/** The rest of the sentence "The disk … is full: …". */
export const describeShortage = (freeBytes: number): string =>
  `${Math.floor(freeBytes / MEBIBYTE)} MiB are free, and at least ${DISK_RESERVE_BYTES / MEBIBYTE} MiB are needed`;
