import { S3Error } from "../protocol/s3-error";

/** Part of a body, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range a `Range` header asks for; null when it is malformed, which RFC 9110 wants ignored.
 * Throws InvalidRange for one outside the object, NotImplemented for several.
 */
export function parseByteRange(header: string, size: number): ByteRange | null {
  if (/^bytes=.*,/.test(header)) {
    throw new S3Error("NotImplemented", "Only one range per request is implemented.");
  }
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === undefined || last === undefined || first + last === "") {
    return null;
  }
  if (first !== "" && last !== "" && Number(first) > Number(last)) {
    return null;
  }
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) {
    throw new S3Error("InvalidRange", "The range lies outside the object.", {
      headers: { "content-range": `bytes */${size}` },
    });
  }
  return { start, end };
}
