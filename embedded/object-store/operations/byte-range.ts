import { S3Error } from "../protocol/s3-error";

/** Part of a body, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range a `Range` header asks for; null when it is malformed, or asks for several, which RFC 9110 lets a server ignore as
 * S3 does: the whole object answers each of them. Throws InvalidRange for one outside the object.
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
