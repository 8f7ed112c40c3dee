import { decode } from "../protocol/request-target";
import { noSuchBucket, S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { WriteCondition } from "../storage/bucket";
import { isBucketName } from "../storage/bucket-folder";
import { type ObjectDescription, readObjectDescription } from "./object-headers";
import { amzParameter, type Operation, type VerifiedRequest } from "./operation";
import { matchesEtag, requireWriteAllowed } from "./preconditions";
import { requireVersionId, versionHeaders } from "./versions";

/** CopyObject: bytes and, unless the request replaces it, description of one version of the source, with a date of its own. */
export const copyObject: Operation = async ({ request, store }) => {
  const source = parseCopySource(amzParameter(request, "x-amz-copy-source") ?? "");
  if (!store.hasBucket(source.bucket)) {
    throw noSuchBucket();
  }
  const { bucket, key } = request.target;
  const copied = await store.copy(
    { ...source, condition: sourceCondition(request) },
    bucket,
    key,
    (existing) => requireWriteAllowed(request.headers, existing),
    replacedDescription(request),
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

/** Null: the copy takes the description of its source. */
function replacedDescription(request: VerifiedRequest): ObjectDescription | null {
  const directive = amzParameter(request, "x-amz-metadata-directive") ?? "COPY";
  if (directive === "COPY") return null;
  if (directive === "REPLACE") return readObjectDescription(request);
  throw new S3Error("InvalidArgument", "x-amz-metadata-directive must be COPY or REPLACE.");
}

const sourceHeaders = (isVersioned: boolean, versionId: string): Record<string, string> =>
  isVersioned ? { "x-amz-copy-source-version-id": versionId } : {};

/** `[/]<bucket>/<percent-encoded key>[?versionId=<version id>]`. */
function parseCopySource(header: string) {
  const [path = "", query] = header.split("?", 2);
  const [bucket = "", ...key] = decode(path).replace(/^\//, "").split("/");
  if (!isBucketName(bucket) || key.join("/") === "") {
    throw new S3Error("InvalidArgument", "x-amz-copy-source is not <bucket>/<key>.");
  }
  const [, versionId] = /^versionId=(.*)$/.exec(query ?? "") ?? [];
  if (query !== undefined) requireVersionId(versionId ?? "");
  return { bucket, key: key.join("/"), versionId };
}

function sourceCondition(request: VerifiedRequest): WriteCondition {
  const ifMatch = amzParameter(request, "x-amz-copy-source-if-match");
  const ifNoneMatch = amzParameter(request, "x-amz-copy-source-if-none-match");
  return (source) => {
    const etag = source?.etag ?? "";
    const isWrongVersion = ifMatch !== undefined && !matchesEtag(ifMatch, etag);
    const isRefusedVersion = ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag);
    if (isWrongVersion || isRefusedVersion) {
      throw new S3Error("PreconditionFailed", "The copy source is another version.");
    }
  };
}
