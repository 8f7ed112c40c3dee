import { encodeRfc3986 } from "./encode-rfc3986";
import { S3Error } from "./s3-error";

/** One query parameter, decoded; a name without `=` has the value "". */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

/** The parts of the raw request target, without any normalisation: `//`, `/./` and `/../` are literal parts of a key. */
export interface RequestTarget {
  /** The path re-encoded once by S3's rules, as used in the signature. */
  readonly canonicalPath: string;
  /** The first path segment; "" for the service itself. */
  readonly bucket: string;
  /** The rest of the path; "" if the path names only the bucket or the service. */
  readonly key: string;
  /** The parameters in the order sent, duplicates included. */
  readonly query: readonly QueryPair[];
}

/**
 * Parses a request target.
 * @throws S3Error InvalidURI for broken percent encoding or anything but printable ASCII
 */
export function parseRequestTarget(target: string): RequestTarget {
  if (!/^\/[\x21-\x7e]*$/.test(target)) {
    throw new S3Error("InvalidURI", "The request target is not a path of printable ASCII.");
  }
  const queryStart = target.indexOf("?");
  const rawPath = queryStart < 0 ? target : target.slice(0, queryStart);
  const rawQuery = queryStart < 0 ? "" : target.slice(queryStart + 1);
  const [, bucket = "", ...key] = rawPath.split("/").map(decode);
  return {
    canonicalPath: rawPath.split("/").map(decode).map(encodeRfc3986).join("/"),
    bucket,
    key: key.join("/"),
    query: rawQuery.split("&").filter(Boolean).map(parsePair),
  };
}

function parsePair(pair: string): QueryPair {
  const spaced = pair.replaceAll("+", " ");
  const equals = spaced.indexOf("=");
  return equals < 0
    ? { name: decode(spaced), value: "" }
    : { name: decode(spaced.slice(0, equals)), value: decode(spaced.slice(equals + 1)) };
}

/**
 * Decodes percent encoding.
 * @throws S3Error InvalidURI if it is broken or not UTF-8
 */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new S3Error("InvalidURI", "The percent encoding is broken.", { cause });
  }
}
