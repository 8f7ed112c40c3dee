import { accessSync, constants, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { hasErrnoCode } from "../node-helpers";
import type { ObjectMetadata } from "./object-metadata";

/**
 * An object whose file is missing or has the wrong size. The message is for the log; callers receive 500 InternalError.
 */
class DamagedObjectError extends Error {
  override readonly name = "DamagedObjectError";

  constructor(object: string, fault: string, cause?: unknown) {
    super(`The object ${object} is damaged: ${fault}. Restore the file from a backup.`, { cause });
  }
}

/**
 * Opens an object's file for reading.
 * @throws DamagedObjectError if the file's size differs from the recorded size
 */
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

/**
 * Checks that the file may be read and has the stored size; the content is not compared. Blocks, like
 * `readVersionFileSync`.
 * @throws DamagedObjectError if the size differs
 */
export function requireWholeBlob(bucket: string, metadata: ObjectMetadata, blobFile: string): void {
  accessSync(blobFile, constants.R_OK);
  requireSize(bucket, metadata, statSync(blobFile).size);
}

/**
 * Converts the error of a missing file to a DamagedObjectError; returns other errors unchanged. Call it only if the file
 * cannot be missing because of an overwrite.
 */
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
