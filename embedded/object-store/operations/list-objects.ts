import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { ListPage } from "../storage/list-page";
import type { ListedVersion } from "../storage/object-index";
import { keyEncoder, readGrouping, renderCommonPrefixes, whenGiven } from "./listing";
import { type Operation, queryParameter, type VerifiedRequest } from "./operation";

/** ListObjectsV2. */
export const listObjects: Operation = async ({ request, store }) => {
  const asked = readListRequest(request);
  const page = store.list(request.target.bucket, asked);
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: renderListing(request.target.bucket, asked, page),
  };
};

type ListRequest = ReturnType<typeof readListRequest>;

function readListRequest(request: VerifiedRequest) {
  if (queryParameter(request, "list-type") !== "2") {
    throw new S3Error("NotImplemented", "Of the bucket's GETs only ListObjectsV2 is implemented.");
  }
  const continuationToken = queryParameter(request, "continuation-token");
  return {
    ...readGrouping(request),
    startAfter: queryParameter(request, "start-after") ?? "",
    continuationToken,
    previousEntry: continuationToken === undefined ? null : parseToken(continuationToken),
  };
}

/** The token is the last entry itself, so it stays good however long the client waits. */
function makeToken(lastEntry: string): string {
  return Buffer.from(lastEntry).toString("base64url");
}

function parseToken(token: string): string {
  const lastEntry = Buffer.from(token, "base64url").toString("utf8");
  if (lastEntry === "" || makeToken(lastEntry) !== token) {
    throw new S3Error("InvalidArgument", "The continuation token is not one of ours.");
  }
  return lastEntry;
}

function renderListing(bucket: string, asked: ListRequest, page: ListPage<ListedVersion>): string {
  const encode = keyEncoder(asked);
  return xmlDocument(
    element(
      "ListBucketResult",
      textElement("Name", bucket),
      textElement("Prefix", encode(asked.prefix)),
      whenGiven("Delimiter", encode(asked.delimiter)),
      whenGiven("StartAfter", encode(asked.startAfter)),
      whenGiven("EncodingType", asked.encodingType),
      whenGiven("ContinuationToken", asked.continuationToken ?? ""),
      textElement("MaxKeys", asked.entriesMax),
      textElement("KeyCount", page.objects.length + page.commonPrefixes.length),
      textElement("IsTruncated", page.lastEntry !== null),
      whenGiven("NextContinuationToken", page.lastEntry === null ? "" : makeToken(page.lastEntry)),
      ...page.objects.map((object) => renderObject(object, encode)),
      renderCommonPrefixes(page.commonPrefixes, encode),
    ),
  );
}

function renderObject(object: ListedVersion, encode: (text: string) => string): string {
  return element(
    "Contents",
    textElement("Key", encode(object.key)),
    textElement("LastModified", object.lastModified),
    textElement("ETag", `"${object.etag}"`),
    textElement("Size", object.size),
    textElement("StorageClass", "STANDARD"),
  );
}
