import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { ListPage } from "../storage/list-page";
import type { ListedVersion } from "../storage/object-index";
import { keyEncoder, readGrouping, renderCommonPrefixes, textElementIfAny } from "./listing";
import { type Operation, queryParameter, type VerifiedRequest } from "./operation";

/** ListObjectsV2, or version 1 of ListObjects if the request has no `list-type`. */
export const listObjects: Operation = async ({ request, store }) => {
  const listing = readListRequest(request);
  const page = store.list(request.target.bucket, listing);
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: renderListing(request.target.bucket, listing, page),
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

function renderListing(
  bucket: string,
  listing: ListRequest,
  page: ListPage<ListedVersion>,
): string {
  const encode = keyEncoder(listing);
  return xmlDocument(
    element(
      "ListBucketResult",
      textElement("Name", bucket),
      textElement("Prefix", encode(listing.prefix)),
      textElementIfAny("Delimiter", encode(listing.delimiter)),
      textElementIfAny("EncodingType", listing.encodingType),
      textElement("MaxKeys", listing.entriesMax),
      textElement("IsTruncated", page.lastEntry !== null),
      ...(listing.isFirstVersion
        ? renderMarkers(listing, page, encode)
        : renderPosition(listing, page, encode)),
      ...page.objects.map((object) => renderObject(object, encode)),
      renderCommonPrefixes(page.commonPrefixes, encode),
    ),
  );
}

function renderMarkers(
  listing: ListRequest,
  page: ListPage<ListedVersion>,
  encode: (text: string) => string,
): string[] {
  return [
    textElement("Marker", encode(listing.previousEntry ?? "")),
    textElementIfAny("NextMarker", encode(page.lastEntry ?? "")),
  ];
}

function renderPosition(
  listing: ListRequest,
  page: ListPage<ListedVersion>,
  encode: (text: string) => string,
): string[] {
  return [
    textElementIfAny("StartAfter", encode(listing.startAfter)),
    textElementIfAny("ContinuationToken", listing.continuationToken ?? ""),
    textElement("KeyCount", page.objects.length + page.commonPrefixes.length),
    textElementIfAny(
      "NextContinuationToken",
      page.lastEntry === null ? "" : makeToken(page.lastEntry),
    ),
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
