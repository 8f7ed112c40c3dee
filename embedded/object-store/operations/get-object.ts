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

/** GetObject, whole or one range. */
export const getObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  const versionId = requestedVersion(request);
  const opened = requireObject(await store.open(bucket, key, versionId), versionId);
  try {
    const { answer, range } = planRead(request, opened.metadata, store.isVersioned(bucket));
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

/** HeadObject: the answer of GetObject without its bytes. A damaged object is refused here too, so that nobody relies on it. */
export const headObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  const versionId = requestedVersion(request);
  const opened = requireObject(await store.open(bucket, key, versionId), versionId);
  await opened.handle.close();
  return planRead(request, opened.metadata, store.isVersioned(bucket)).answer;
};

interface ReadPlan {
  readonly answer: Answer;
  /** The bytes to send, null for none. */
  readonly range: ByteRange | null;
}

function planRead(
  request: VerifiedRequest,
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
  const range = requestedRange(request, stored);
  if (range !== null) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${stored.size}`;
    headers["content-length"] = String(range.end - range.start + 1);
    return { answer: { status: 206, headers }, range };
  }
  headers["content-length"] = String(stored.size);
  // Only with the whole body: a reader would compare it with the part it got.
  if (amzParameter(request, "x-amz-checksum-mode")?.toUpperCase() === "ENABLED") {
    headers["x-amz-checksum-sha256"] = Buffer.from(stored.sha256, "hex").toString("base64");
  }
  const whole = stored.size === 0 ? null : { start: 0, end: stored.size - 1 };
  return { answer: { status: 200, headers }, range: whole };
}

/** If-Range with another version, or with a date, asks for the whole object; that is always a right answer to it. */
function requestedRange({ headers }: VerifiedRequest, stored: ObjectMetadata): ByteRange | null {
  const ifRange = headers["if-range"];
  if (headers.range === undefined || (ifRange && !matchesEtag(ifRange, stored.etag))) {
    return null;
  }
  return parseByteRange(headers.range, stored.size);
}
