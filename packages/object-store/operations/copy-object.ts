import { decode } from "../protocol/request-target";
import { noSuchBucket, preconditionFailed, S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { WriteCondition } from "../storage/bucket";
import { isBucketName } from "../storage/bucket-directory";
import { type ObjectDescription, readObjectDescription } from "./object-headers";
import { amzParameter, type Operation, type VerifiedRequest } from "./operation";
import { isUnchangedForReader, requireWriteAllowed } from "./preconditions";
import { requireVersionId, versionHeaders } from "./versions";

/**
 * CopyObject. Copies the bytes of one version and, unless the request replaces it, the description. The copy gets its
 * own date.
 */
export const copyObject: Operation = async ({ request, store }) => {
  const source = parseCopySource(amzParameter(request, "x-amz-copy-source") ?? "");
  if (!store.hasBucket(source.bucket)) {
    throw noSuchBucket();
  }
  const { bucket, key } = request.target;
  const description = replacedDescription(request);
  if (description === null) requireOtherPlace(source, bucket, key);
  const copied = await store.copy(
    { ...source, condition: sourceCondition(request) },
    bucket,
    key,
    (existing) => requireWriteAllowed(request.headers, existing),
    description,
  );
  if (copied === null) {
    const code = source.versionId === undefined ? "NoSuchKey" : "NoSuchVersion";
    const what = source.versionId === undefined ? "key" : "version";
    throw new S3Error(code, `The specified ${what} does not exist.`);
  }
  const result = element(
    "CopyObjectResult",
    textElement("LastModified", copied.copy.lastModified),
    textElement("ETag", `"${copied.copy.etag}"`),
  );
  return {
    status: 200,
    headers: {
      "content-type": "application/xml",
      ...versionHeaders(store.isVersioned(bucket), copied.copy.versionId),
      ...sourceHeaders(store.isVersioned(source.bucket), copied.sourceVersionId),
    },
    body: xmlDocument(result),
  };
};

/**
 * Returns the new description, or null if the copy keeps the description of its source. The headers of the request are
 * checked in both cases.
 */
function replacedDescription(request: VerifiedRequest): ObjectDescription | null {
  const description = readObjectDescription(request);
  const directive = amzParameter(request, "x-amz-metadata-directive") ?? "COPY";
  if (directive === "COPY") return null;
  if (directive === "REPLACE") return description;
  throw new S3Error("InvalidArgument", "Unknown metadata directive.");
}

/**
 * Throws InvalidRequest for a copy onto itself without changes. A copy of an older version is allowed and becomes the
 * newest version.
 */
function requireOtherPlace(source: CopySource, bucket: string, key: string): void {
  if (source.bucket !== bucket || source.key !== key || source.versionId !== undefined) return;
  throw new S3Error(
    "InvalidRequest",
    "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, " +
      "storage class, website redirect location or encryption attributes.",
  );
}

const sourceHeaders = (isVersioned: boolean, versionId: string): Record<string, string> =>
  isVersioned ? { "x-amz-copy-source-version-id": versionId } : {};

interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string | undefined;
}

/** Parses `[/]<bucket>/<percent-encoded key>[?versionId=<version id>]`. */
function parseCopySource(header: string): CopySource {
  const [path = "", query] = header.split("?", 2);
  const [bucket = "", ...key] = decodePath(path).replace(/^\//, "").split("/");
  if (!isBucketName(bucket) || key.join("/") === "") {
    throw new S3Error("InvalidArgument", "x-amz-copy-source must be <bucket>/<key>.");
  }
  const [, versionId] = /^versionId=(.*)$/.exec(query ?? "") ?? [];
  if (query !== undefined) requireVersionId(versionId ?? "");
  return { bucket, key: key.join("/"), versionId };
}

function decodePath(path: string): string {
  try {
    return decode(path);
  } catch (cause) {
    const message = "Invalid copy source encoding";
    throw new S3Error("InvalidArgument", message, { cause });
  }
}

/** Returns the condition for the source: the copy is rejected if a reader would get "not modified". */
function sourceCondition(request: VerifiedRequest): WriteCondition {
  const condition = (name: string) => amzParameter(request, `x-amz-copy-source-${name}`);
  const conditions = {
    "if-match": condition("if-match"),
    "if-none-match": condition("if-none-match"),
    "if-modified-since": condition("if-modified-since"),
    "if-unmodified-since": condition("if-unmodified-since"),
  };
  return (source) => {
    if (source !== null && isUnchangedForReader(conditions, source)) throw preconditionFailed();
  };
}
