import { decode } from "../protocol/request-target";
import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import { isBucketName } from "../storage/bucket-folder";
import type { WriteCondition } from "../storage/disk-store";
import { type ObjectDescription, readObjectDescription } from "./object-headers";
import { amzParameter, type Operation, type VerifiedRequest } from "./operation";
import { matchesEtag, requireWriteAllowed } from "./preconditions";

/** CopyObject: bytes and, unless the request replaces it, description of one version of the source, with a date of its own. */
export const copyObject: Operation = async ({ request, store }) => {
  const source = parseCopySource(amzParameter(request, "x-amz-copy-source") ?? "");
  if (!store.hasBucket(source.bucket)) {
    throw new S3Error("NoSuchBucket", "There is no such source bucket.");
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
    throw new S3Error("NoSuchKey", "There is no such copy source.");
  }
  const result = element(
    "CopyObjectResult",
    textElement("LastModified", copied.lastModified),
    textElement("ETag", `"${copied.etag}"`),
  );
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
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

/** `[/]<bucket>/<percent-encoded key>`. A version id is refused: it would name bytes we do not keep. */
function parseCopySource(header: string): { readonly bucket: string; readonly key: string } {
  if (header.includes("?")) {
    throw new S3Error("NotImplemented", "Object versions are not implemented.");
  }
  const [bucket = "", ...key] = decode(header).replace(/^\//, "").split("/");
  if (!isBucketName(bucket) || key.join("/") === "") {
    throw new S3Error("InvalidArgument", "x-amz-copy-source is not <bucket>/<key>.");
  }
  return { bucket, key: key.join("/") };
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
