import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { S3Error } from "../protocol/s3-error";

/** The file to which an upload is written; a part of Node's FileHandle, so that a test can simulate a full disk. */
export type UploadFile = Pick<FileHandle, "appendFile" | "sync" | "close">;

/** Creates the file. It must throw EEXIST instead of overwriting an existing file. */
export type OpenUploadFile = (file: string) => Promise<UploadFile>;

/** Creates a real file that only the owner can read, and never overwrites an existing file. */
export const openUploadFile: OpenUploadFile = (file) => open(file, "wx", 0o600);

/** A complete body on disk that is not an object yet. */
export interface ReceivedUpload {
  readonly file: string;
  readonly size: number;
  /** Digests are in hex everywhere in this store. */
  readonly md5: string;
  readonly sha256: string;
  readonly crc32: string;
}

/** The options for receiving a body. */
export interface ReceiveOptions {
  readonly file: string;
  readonly bytesDeclared: number;
  readonly bytesMax: number;
  readonly isDurable: boolean;
  readonly openFile: OpenUploadFile;
}

/**
 * Streams a body into a new file while counting and hashing it; memory use does not depend on the body's size. When it
 * returns, the bytes are on disk. When it throws, the file is gone, and `source` stays open so that a response can be
 * sent.
 * @throws S3Error IncompleteBody or EntityTooLarge, or the disk's own error
 */
export async function receiveUpload(
  source: Readable,
  options: ReceiveOptions,
): Promise<ReceivedUpload> {
  const file = await options.openFile(options.file);
  try {
    const received = await copyBody(source, file, options);
    if (options.isDurable) {
      await file.sync();
    }
    await file.close();
    return received;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(options.file, { force: true });
    throw error;
  }
}

async function copyBody(
  source: Readable,
  file: UploadFile,
  options: ReceiveOptions,
): Promise<ReceivedUpload> {
  const md5 = createHash("md5");
  const sha256 = createHash("sha256");
  let checksum = 0;
  let size = 0;
  for await (const chunk of chunksOf(source)) {
    size += chunk.length;
    if (size > options.bytesMax) {
      throw new S3Error("EntityTooLarge", `The upload exceeds ${options.bytesMax} bytes.`);
    }
    const written = file.appendFile(chunk);
    // The disk writes while the chunk is hashed; the await below throws the disk's errors.
    md5.update(chunk);
    sha256.update(chunk);
    checksum = crc32(chunk, checksum);
    await written;
  }
  if (size !== options.bytesDeclared) {
    throw incompleteBody(size, options.bytesDeclared);
  }
  return {
    file: options.file,
    size,
    md5: md5.digest("hex"),
    sha256: sha256.digest("hex"),
    crc32: checksum.toString(16).padStart(8, "0"),
  };
}

/**
 * Leaving the loop early must not destroy the request, because the error response still has to be sent through its
 * socket.
 */
async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      yield chunk;
    }
  } catch (cause) {
    throw new S3Error("IncompleteBody", "The connection was lost before the whole body arrived.", {
      cause,
    });
  }
}

function incompleteBody(size: number, bytesDeclared: number): S3Error {
  return new S3Error(
    "IncompleteBody",
    `Content-Length says ${bytesDeclared} bytes, but ${size} arrived.`,
  );
}
