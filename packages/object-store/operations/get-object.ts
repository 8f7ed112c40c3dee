import { S3Error } from "../protocol/s3-error";
import type { ObjectMetadata } from "../storage/object-metadata";
import { type ByteRange, parseByteRange } from "./byte-range";
import { objectHeaders } from "./object-headers";
import {
  type Answer,
  amzParameter,
  type Operation,
  queryParameter,
  type VerifiedRequest,
} from "./operation";
import { isUnchangedForReader, matchesEtag } from "./preconditions";
import { requestedVersion, requireObject, versionHeaders } from "./versions";

/** The maximum number of parts in an S3 multipart upload. */
const PARTS_MAX = 10_000;

/** GetObject: the whole object or one range. */
export const getObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  const versionId = requestedVersion(request);
  const isPart = asksForPart(request);
  const opened = requireObject(await store.open(bucket, key, versionId), versionId);
  try {
    const { answer, range } = planRead(
      { request, isPart },
      opened.metadata,
      store.isVersioned(bucket),
    );
    if (range !== null) {
      // The stream closes the handle when it ends or is destroyed.
      return { ...answer, body: opened.handle.createReadStream(range) };
    }
    await opened.handle.close();
    return answer;
  } catch (error) {
    await opened.handle.close();
    throw error;
  }
};

/**
 * HeadObject. Returns the response of GetObject without the bytes. A damaged object is an error here, too, so that no
 * client relies on it.
 */
export const headObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  const versionId = requestedVersion(request);
  const isPart = asksForPart(request);
  const metadata = requireObject(await store.inspect(bucket, key, versionId), versionId);
  return planRead({ request, isPart }, metadata, store.isVersioned(bucket)).answer;
};

interface ReadPlan {
  readonly answer: Answer;
  /** The bytes to send; null if there are none. */
  readonly range: ByteRange | null;
}

function planRead(
  { request, isPart }: { readonly request: VerifiedRequest; readonly isPart: boolean },
  stored: ObjectMetadata,
  isVersioned: boolean,
): ReadPlan {
  const headers = {
    ...objectHeaders(stored, (name) => queryParameter(request, name)),
    ...versionHeaders(isVersioned, stored.versionId),
  };
  if (isUnchangedForReader(request.headers, stored)) {
    return { answer: { status: 304, headers }, range: null };
  }
  const range = isPart ? wholeRange(stored) : requestedRange(request, stored);
  if (range !== null) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${stored.size}`;
    headers["content-length"] = String(range.end - range.start + 1);
    return { answer: { status: 206, headers }, range };
  }
  headers["content-length"] = String(stored.size);
  const status = isPart ? 206 : 200;
  // The checksum is sent only with the whole body, because a client that reads a range would compare it with the range.
  if (amzParameter(request, "x-amz-checksum-mode")?.toUpperCase() === "ENABLED") {
    headers["x-amz-checksum-sha256"] = Buffer.from(stored.sha256, "hex").toString("base64");
    headers["x-amz-checksum-type"] = "FULL_OBJECT";
  }
  return { answer: { status, headers }, range: wholeRange(stored) };
}

/** Returns the range of a whole object; null for an empty object, which has no range. */
const wholeRange = ({ size }: ObjectMetadata): ByteRange | null =>
  size === 0 ? null : { start: 0, end: size - 1 };

/** Every object has a single part. Download managers request the first part to find out how many parts there are. */
function asksForPart(request: VerifiedRequest): boolean {
  const partNumber = queryParameter(request, "partNumber");
  if (partNumber === undefined) return false;
  if (!/^\d{1,5}$/.test(partNumber) || Number(partNumber) < 1 || Number(partNumber) > PARTS_MAX) {
    const message = `Part number must be an integer between 1 and ${PARTS_MAX}, inclusive`;
    throw new S3Error("InvalidArgument", message);
  }
  if (request.headers.range !== undefined) {
    const message = "Cannot specify both Range header and partNumber query parameter";
    throw new S3Error("InvalidRequest", message);
  }
  if (Number(partNumber) > 1) {
    throw new S3Error("InvalidPartNumber", "The requested partnumber is not satisfiable.");
  }
  return true;
}

/** If If-Range names a different version or a date, the whole object is returned, which is always a valid response. */
function requestedRange({ headers }: VerifiedRequest, stored: ObjectMetadata): ByteRange | null {
  const ifRange = headers["if-range"];
  if (headers.range === undefined || (ifRange && !matchesEtag(ifRange, stored.etag))) {
    return null;
  }
  return parseByteRange(headers.range, stored.size);
}
