import { readFile } from "node:fs/promises";
import { z } from "zod";
import { nullIfMissing } from "../../null-if-missing";
import { parseJson } from "../../parse-json";

const objectMetadataSchema = z.object({
  key: z.string(),
  /** Name of the file that holds the bytes; no two objects share one. */
  blob: z.string(),
  size: z.number(),
  /** MD5 in hex, without quotes. */
  etag: z.string(),
  /** In hex. */
  sha256: z.string(),
  /** UTC, ISO-8601. */
  lastModified: z.string(),
  /** Content headers as given by the uploader, by lower-case name. */
  headers: z.record(z.string(), z.string()).readonly(),
  /** `x-amz-meta-*` by lower-case name without that prefix. */
  user: z.record(z.string(), z.string()).readonly(),
});

/** All that is known about a stored object; the content of its metadata file. */
export type ObjectMetadata = Readonly<z.infer<typeof objectMetadataSchema>>;

/** Null when there is no such object. Throws for a file this server did not write whole. */
export async function readObjectMetadata(file: string): Promise<ObjectMetadata | null> {
  const text = await readFile(file, "utf8").catch(nullIfMissing);
  if (text === null) return null;
  const value = parseJson(text);
  if (isObjectMetadata(value)) return value;
  throw new Error(`The metadata file ${file} is damaged; restore or remove it.`);
}

/** The value itself is used: a schema leaves out a header that is named `__proto__`. */
function isObjectMetadata(value: unknown): value is ObjectMetadata {
  return objectMetadataSchema.safeParse(value).success;
}
