import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { UploadSource } from "@/lib/client/put-file";

/** A file on this machine. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Returns the file as an upload source that never holds the whole file in memory. */
export function uploadSourceOf({ path, sizeBytes }: LocalFile): UploadSource {
  return {
    size: sizeBytes,
    stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  };
}
