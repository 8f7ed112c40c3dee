import { type FileHandle, open, stat } from "node:fs/promises";
import { hasErrnoCode } from "../../has-errno-code";
import type { ObjectMetadata } from "./object-metadata";

/** What the log says of an object whose bytes are not those that were stored; callers get 500 InternalError. */
class DamagedObjectError extends Error {
  override readonly name = "DamagedObjectError";

  constructor(object: string, fault: string, cause?: unknown) {
    super(`The object ${object} is damaged: ${fault}. Restore the file from a backup.`, { cause });
  }
}

/** Opens an object's file for reading. Throws DamagedObjectError when it does not have the size that was stored. */
export async function openWholeBlob(
  bucket: string,
  metadata: ObjectMetadata,
  blobFile: string,
): Promise<FileHandle> {
  const handle = await open(blobFile, "r");
  try {
    requireSize(bucket, metadata, (await handle.stat()).size);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws DamagedObjectError when the file does not have the size that was stored. The content is not compared. */
export async function requireWholeBlob(
  bucket: string,
  metadata: ObjectMetadata,
  blobFile: string,
): Promise<void> {
  requireSize(bucket, metadata, (await stat(blobFile)).size);
}

/** A missing file that no overwrite explains, as a DamagedObjectError; every other error as it was. */
export function namedIfMissing(
  bucket: string,
  { key, blob }: ObjectMetadata,
  error: unknown,
): unknown {
  if (!hasErrnoCode(error, "ENOENT")) return error;
  return new DamagedObjectError(`${bucket}/${key}`, `its file blobs/${blob} is missing`, error);
}

function requireSize(bucket: string, { key, blob, size }: ObjectMetadata, fileBytes: number): void {
  if (fileBytes === size) return;
  const fault = `its file blobs/${blob} holds ${fileBytes} bytes instead of ${size}`;
  throw new DamagedObjectError(`${bucket}/${key}`, fault);
}
