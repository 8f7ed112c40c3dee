import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { ListPage } from "../storage/list-page";
import type { ListedVersion } from "../storage/object-index";
import { keyEncoder, readGrouping, renderCommonPrefixes, whenGiven } from "./listing";
import { type Operation, queryParameter, type VerifiedRequest } from "./operation";

/** ListObjectsV2, or version 1 of ListObjects if the request has no `list-type`. */
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
  const listType = queryParameter(request, "list-type");
  if (listType !== undefined && listType !== "2") {
    throw new S3Error("InvalidArgument", "list-type can only be 2.");
  }
  if ((queryParameter(request, "fetch-owner") ?? "false") !== "false") {
    throw new S3Error("NotImplemented", "Object owners are not supported.");
  }
  const isFirstVersion = listType === undefined;
  const token = queryParameter(request, "continuation-token");
  const marker = queryParameter(request, "marker");
  const previousEntry = isFirstVersion ? marker : token && parseToken(token);
  return {
    ...readGrouping(request),
    isFirstVersion,
    startAfter: isFirstVersion ? "" : (queryParameter(request, "start-after") ?? ""),
    continuationToken: isFirstVersion ? undefined : token,
    previousEntry: previousEntry ?? null,
  };
}

/** The token contains the last entry, so it stays valid however long the client waits. */
function makeToken(lastEntry: string): string {
  return Buffer.from(lastEntry).toString("base64url");
}

function parseToken(token: string): string {
  const lastEntry = Buffer.from(token, "base64url").toString("utf8");
  if (lastEntry === "" || makeToken(lastEntry) !== token) {
    throw new S3Error("InvalidArgument", "The continuation token was not issued by this store.");
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
      whenGiven("EncodingType", asked.encodingType),
      textElement("MaxKeys", asked.entriesMax),
      textElement("IsTruncated", page.lastEntry !== null),
      ...(asked.isFirstVersion
        ? renderMarkers(asked, page, encode)
        : renderPosition(asked, page, encode)),
      ...page.objects.map((object) => renderObject(object, encode)),
      renderCommonPrefixes(page.commonPrefixes, encode),
    ),
  );
}

function renderMarkers(
  asked: ListRequest,
  page: ListPage<ListedVersion>,
  encode: (text: string) => string,
): string[] {
  return [
    textElement("Marker", encode(asked.previousEntry ?? "")),
    whenGiven("NextMarker", encode(page.lastEntry ?? "")),
  ];
}

function renderPosition(
  asked: ListRequest,
  page: ListPage<ListedVersion>,
  encode: (text: string) => string,
): string[] {
  return [
    whenGiven("StartAfter", encode(asked.startAfter)),
    whenGiven("ContinuationToken", asked.continuationToken ?? ""),
    textElement("KeyCount", page.objects.length + page.commonPrefixes.length),
    whenGiven("NextContinuationToken", page.lastEntry === null ? "" : makeToken(page.lastEntry)),
  ];
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
