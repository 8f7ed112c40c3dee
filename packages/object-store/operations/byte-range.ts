import { S3Error } from "../protocol/s3-error";

/** Part of a body, from the first to the last of these bytes, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range that a `Range` header asks for, or null if the header is malformed or asks for several ranges: RFC
 * 9110 lets a server ignore such a header, as S3 does, and send the whole object.
 * @throws S3Error InvalidRange if the range lies outside the object
 */
export function parseByteRange(header: string, size: number): ByteRange | null {
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
    throw new S3Error("InvalidRange", "The requested range is not satisfiable", {
      headers: { "content-range": `bytes */${size}` },
    });
  }
  return { start, end };
}
