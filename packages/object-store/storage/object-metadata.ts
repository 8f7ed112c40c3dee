import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { nullIfMissing, parseJson } from "../node-helpers";
import { isVersionId, NULL_VERSION_ID } from "./version-id";

const versionSchema = z.object({
  key: z.string(),
  versionId: z.string().refine(isVersionId),
  /** UTC, ISO-8601. */
  lastModified: z.string(),
});

const objectMetadataSchema = versionSchema.extend({
  /** The name of the file that holds the bytes; unique to each version. */
  blob: z.string(),
  size: z.number(),
  /** MD5 in hex, without quotes. */
  etag: z.string(),
  /** In hex. */
  sha256: z.string(),
  /** Content headers sent by the uploader, by lower-case name. */
  headers: z.record(z.string(), z.string()).readonly(),
  /** Values of `x-amz-meta-*`, by lower-case name without that prefix. */
  user: z.record(z.string(), z.string()).readonly(),
});

const deleteMarkerSchema = versionSchema.extend({ isDeleteMarker: z.literal(true) });

/** Everything known about a stored object; the content of its metadata file. */
export type ObjectMetadata = Readonly<z.infer<typeof objectMetadataSchema>>;

/** A version without bytes. While it is the newest version of its key, the key looks as if nothing were stored there. */
export type DeleteMarker = Readonly<z.infer<typeof deleteMarkerSchema>>;

/** One version of a key. */
export type StoredVersion = ObjectMetadata | DeleteMarker;

/** Returns whether the version is a delete marker, which hides its key instead of holding bytes. */
export function isDeleteMarker(version: object): version is DeleteMarker {
  return "isDeleteMarker" in version;
}

/** Returns the object that readers see; null for a delete marker or no version. */
export function visibleObject(version: StoredVersion | null): ObjectMetadata | null {
  return version === null || isDeleteMarker(version) ? null : version;
}

/**
 * Reads the file of a version; null if there is no file. A file that was written before the store had versions holds the
 * null version.
 * @throws Error if the file was not written completely by this server
 */
export async function readVersionFile(file: string): Promise<StoredVersion | null> {
  return parseVersion(file, await readFile(file, "utf8").catch(nullIfMissing));
}

/**
 * Like `readVersionFile`, but blocks. For a single file, usually smaller than 4 KiB and just written, Node's thread pool
 * takes twenty times as long.
 * @throws Error if the file was not written completely by this server
 */
export function readVersionFileSync(file: string): StoredVersion | null {
  return parseVersion(file, readIfExists(file));
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return nullIfMissing(error);
  }
}

function parseVersion(file: string, text: string | null): StoredVersion | null {
  if (text === null) return null;
  const value = withVersionId(parseJson(text));
  if (isStoredVersion(value)) return value;
  throw new Error(`The metadata file ${file} is damaged; restore or remove it.`);
}

function withVersionId(value: unknown): unknown {
  return typeof value === "object" ? { versionId: NULL_VERSION_ID, ...value } : value;
}

/** The parsed value itself is used, because the schema would drop a header that is named `__proto__`. */
function isStoredVersion(value: unknown): value is StoredVersion {
  return (
    deleteMarkerSchema.safeParse(value).success || objectMetadataSchema.safeParse(value).success
  );
}
