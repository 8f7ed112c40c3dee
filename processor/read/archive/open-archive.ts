import type { Readable } from "node:stream";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { LIMITS } from "@/lib/processing/rules/limits";
import { ReadError } from "../reading-context";

/** A ZIP archive in memory. Entries are unpacked only on request, and never beyond the limits. */
export interface Archive {
  /** The names of the entries, in archive order. */
  readonly names: readonly string[];
  /**
   * Streams the unpacked chunks of an entry; a missing entry is empty.
   * @throws ReadError `limit-exceeded`, `encrypted` or `corrupt`, possibly in the middle of an entry
   */
  read(name: string): AsyncIterable<Uint8Array>;
}

/**
 * Opens an archive by reading its list of contents.
 * @throws ReadError `corrupt` or `limit-exceeded`
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip);
  const unpacked = { bytes: 0 };
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw new ReadError("encrypted", { format: "application/zip" });
      yield* unpack(zip, entry, unpacked);
    },
  };
}

const corrupt = () => new ReadError("corrupt", { format: "application/zip" });
const exceeded = (limit: string, maximum: number) =>
  new ReadError("limit-exceeded", { limit, maximum });

function openZip(buffer: Buffer): Promise<ZipFile> {
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
  return new Promise((resolve, reject) =>
    fromBuffer(buffer, options, (error, zip) => (error ? reject(corrupt()) : resolve(zip))),
  );
}

/** Lists the entries by name. If several entries have the same name, only the first one is listed. */
function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const { archiveEntriesMax } = LIMITS;
  const entries = new Map<string, Entry>();
  let count = 0;
  return new Promise((resolve, reject) => {
    zip.on("error", () => reject(corrupt()));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      count += 1;
      if (count > archiveEntriesMax) return reject(exceeded("archive-entries", archiveEntriesMax));
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

async function* unpack(zip: ZipFile, entry: Entry, unpacked: { bytes: number }) {
  const { archiveBytesMax, archiveRatioMax, archiveRatioFromBytes } = LIMITS;
  const stream = await openEntry(zip, entry);
  let ownBytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      ownBytes += chunk.length;
      unpacked.bytes += chunk.length;
      if (unpacked.bytes > archiveBytesMax) throw exceeded("archive-bytes", archiveBytesMax);
      if (ownBytes > archiveRatioFromBytes && ownBytes > entry.compressedSize * archiveRatioMax) {
        throw exceeded("archive-ratio", archiveRatioMax);
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof ReadError ? error : corrupt();
  } finally {
    stream.destroy();
  }
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(corrupt()) : resolve(stream))),
  );
}
