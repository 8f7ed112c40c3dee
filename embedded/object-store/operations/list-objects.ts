import { encodeRfc3986 } from "../protocol/encode-rfc3986";
import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { ListPage } from "../storage/list-page";
import type { ListedObject } from "../storage/object-index";
import { type Operation, queryParameter, type VerifiedRequest } from "./operation";

const ENTRIES_MAX = 1000;

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
  const read = (name: string) => queryParameter(request, name) ?? "";
  if (read("list-type") !== "2") {
    throw new S3Error("NotImplemented", "Of the bucket's GETs only ListObjectsV2 is implemented.");
  }
  const encodingType = read("encoding-type");
  if (encodingType !== "" && encodingType !== "url") {
    throw new S3Error("InvalidArgument", "encoding-type can only be url.");
  }
  const continuationToken = queryParameter(request, "continuation-token");
  return {
    prefix: read("prefix"),
    delimiter: read("delimiter"),
    startAfter: read("start-after"),
    entriesMax: parseEntriesMax(queryParameter(request, "max-keys")),
    encodingType,
    continuationToken,
    previousEntry: continuationToken === undefined ? null : parseToken(continuationToken),
  };
}

function parseEntriesMax(text: string | undefined): number {
  if (text === undefined) {
    return ENTRIES_MAX;
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new S3Error("InvalidArgument", "max-keys is not a whole number.");
  }
  return Math.min(Number(text), ENTRIES_MAX);
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

function renderListing(bucket: string, asked: ListRequest, page: ListPage<ListedObject>): string {
  const encode = (text: string) =>
    asked.encodingType === "url" ? text.split("/").map(encodeRfc3986).join("/") : text;
  const whenGiven = (name: string, text: string) => (text === "" ? "" : textElement(name, text));
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
      ...page.commonPrefixes.map((prefix) =>
        element("CommonPrefixes", textElement("Prefix", encode(prefix))),
      ),
    ),
  );
}

function renderObject(object: ListedObject, encode: (text: string) => string): string {
  return element(
    "Contents",
    textElement("Key", encode(object.key)),
    textElement("LastModified", object.lastModified),
    textElement("ETag", `"${object.etag}"`),
    textElement("Size", object.size),
    textElement("StorageClass", "STANDARD"),
  );
}
