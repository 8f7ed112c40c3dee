import { S3Error } from "../protocol/s3-error";
import { visibleObject } from "../storage/object-metadata";
import { requireDigests, requirePossibleDigests } from "./body-digests";
import { readObjectDescription } from "./object-headers";
import { amzParameter, type Operation, type VerifiedRequest } from "./operation";
import { requireWriteAllowed } from "./preconditions";
import { requireSpace } from "./require-space";
import { versionHeaders } from "./versions";

/** PutObject. Before it reads the body, it rejects everything that can be rejected without the body. */
export const putObject: Operation = async (context) => {
  const { request, store, objectSizeMaxBytes, reservedBytes } = context;
  const { bucket, key } = request.target;
  const description = readObjectDescription(request);
  const bytesDeclared = requireLength(request, objectSizeMaxBytes);
  requireKnownEncoding(request);
  requirePossibleDigests(request);
  requireWriteAllowed(request.headers, visibleObject(await store.find(bucket, key)));
  requireSpace(await context.freeBytes(), reservedBytes, bytesDeclared);

  const limits = { bytesDeclared, bytesMax: objectSizeMaxBytes };
  const upload = await store.receive(bucket, request.receiveBody(), limits);
  try {
    requireDigests(request, upload);
  } catch (error) {
    await store.discard(upload);
    throw error;
  }
  const stored = await store.commit(bucket, key, upload, description, (existing) =>
    requireWriteAllowed(request.headers, existing),
  );
  const version = versionHeaders(store.isVersioned(bucket), stored.versionId);
  return { status: 200, headers: { etag: `"${stored.etag}"`, ...version } };
};

function requireLength({ headers }: VerifiedRequest, bytesMax: number): number {
  const length = headers["content-length"];
  if (length === undefined || headers["transfer-encoding"] !== undefined) {
    throw new S3Error("MissingContentLength", "Send a Content-Length and no Transfer-Encoding.");
  }
  const bytesDeclared = Number(length);
  if (bytesDeclared > bytesMax) {
    throw new S3Error("EntityTooLarge", `The upload exceeds ${bytesMax} bytes.`);
  }
  return bytesDeclared;
}

/**
 * A checksum that the store cannot compute must not be accepted as if it had been checked, and aws-chunked framing would
 * end up in the object.
 */
function requireKnownEncoding(request: VerifiedRequest): void {
  const algorithm = amzParameter(request, "x-amz-sdk-checksum-algorithm") ?? "SHA256";
  if (!["SHA256", "CRC32"].includes(algorithm.toUpperCase())) {
    throw new S3Error("NotImplemented", `The checksum algorithm ${algorithm} is not implemented.`);
  }
  if (request.headers["content-encoding"]?.includes("aws-chunked")) {
    throw new S3Error(
      "NotImplemented",
      "aws-chunked bodies are not supported; send the body without chunks.",
    );
  }
}
