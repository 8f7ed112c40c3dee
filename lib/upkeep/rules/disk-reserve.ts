const MEBIBYTE = 1024 ** 2;

/**
 * The space that uploads must leave free on the disk of an embedded part: four segments of PostgreSQL's write-ahead log,
 * so that the database keeps working and deletions can still be recorded when files have filled the rest. Concurrent
 * uploads may each use the last free space, so this is not a guarantee.
 */
export const DISK_RESERVE_BYTES = 64 * MEBIBYTE;

/** The figures that `statfs` returns for a file system. */
export interface FileSystemFigures {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

/** Returns the bytes that can still be written: 0 if no file can be added, null if the file system gives no figures. */
export function freeBytesOf(figures: FileSystemFigures): number | null {
  const { bsize, blocks, bavail, files, ffree } = figures;
  if (blocks === 0) return null;
  // Some file systems have no fixed number of files and report 0 for both counts.
  if (files > 0 && ffree === 0) return 0;
  return bavail * bsize;
}

/** Returns whether there is too little space to accept uploads; a disk without figures is never full. */
export const isDiskFull = (freeBytes: number | null): boolean =>
  freeBytes !== null && freeBytes < DISK_RESERVE_BYTES;

/** Returns the rest of the sentence "The disk … is full: …". */
export const describeShortage = (freeBytes: number): string =>
  `${Math.floor(freeBytes / MEBIBYTE)} MiB are free, and at least ${DISK_RESERVE_BYTES / MEBIBYTE} MiB are needed`;
