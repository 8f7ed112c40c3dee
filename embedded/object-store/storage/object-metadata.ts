import { parseJson } from "../../parse-json";
import { readTextIfExists } from "./durable-files";

/** All that is known about a stored object; the content of its metadata file. */
export interface ObjectMetadata {
  readonly key: string;
  /** Name of the file that holds the bytes; no two objects share one. */
  readonly blob: string;
  readonly size: number;
  /** MD5 in hex, without quotes. */
  readonly etag: string;
  /** In hex. */
  readonly sha256: string;
  /** UTC, ISO-8601. */
  readonly lastModified: string;
  /** Content headers as given by the uploader, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `x-amz-meta-*` by lower-case name without that prefix. */
  readonly user: Readonly<Record<string, string>>;
}

/** Null when there is no such object. Throws for a file this server did not write whole. */
export async function readObjectMetadata(file: string): Promise<ObjectMetadata | null> {
  const text = await readTextIfExists(file);
  return text === null ? null : parseObjectMetadata(text, file);
}

function parseObjectMetadata(text: string, file: string): ObjectMetadata {
  const value = parseJson(text);
  if (!isObjectMetadata(value)) {
    throw new Error(`The metadata file ${file} is damaged; restore or remove it.`);
  }
  return value;
}

const STRING_FIELDS = ["key", "blob", "etag", "sha256", "lastModified"] as const;

function isObjectMetadata(value: unknown): value is ObjectMetadata {
  if (!isRecord(value)) {
    return false;
  }
  return (
    STRING_FIELDS.every((field) => typeof value[field] === "string") &&
    typeof value.size === "number" &&
    isRecord(value.headers) &&
    isRecord(value.user)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
