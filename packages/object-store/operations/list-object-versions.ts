import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import type { VersionPage } from "../storage/list-versions";
import {
  type Grouping,
  keyEncoder,
  readGrouping,
  renderCommonPrefixes,
  textElementIfAny,
} from "./listing";
import { type Operation, queryParameter } from "./operation";
import { requireVersionId } from "./versions";

/** ListObjectVersions: versions and delete markers, newest first within each key. */
export const listObjectVersions: Operation = async ({ request, store }) => {
  const { bucket } = request.target;
  const keyMarker = queryParameter(request, "key-marker") ?? "";
  const versionIdMarker = queryParameter(request, "version-id-marker") ?? "";
  if (versionIdMarker !== "") requireVersionId(versionIdMarker);
  if (versionIdMarker !== "" && keyMarker === "") {
    throw new S3Error("InvalidArgument", "A version-id marker needs a key marker.");
  }
  const listing = { ...readGrouping(request), keyMarker, versionIdMarker };
  const body = renderVersions(bucket, listing, store.listVersions(bucket, listing));
  return { status: 200, headers: { "content-type": "application/xml" }, body };
};

type VersionsRequest = Grouping & { readonly keyMarker: string; readonly versionIdMarker: string };

function renderVersions(bucket: string, listing: VersionsRequest, page: VersionPage): string {
  const encode = keyEncoder(listing);
  return xmlDocument(
    element(
      "ListVersionsResult",
      textElement("Name", bucket),
      textElement("Prefix", encode(listing.prefix)),
      textElementIfAny("Delimiter", encode(listing.delimiter)),
      textElement("KeyMarker", encode(listing.keyMarker)),
      textElement("VersionIdMarker", listing.versionIdMarker),
      textElementIfAny("EncodingType", listing.encodingType),
      textElement("MaxKeys", listing.entriesMax),
      textElement("IsTruncated", page.next !== null),
      textElementIfAny("NextKeyMarker", encode(page.next?.key ?? "")),
      textElementIfAny("NextVersionIdMarker", page.next?.versionId ?? ""),
      ...page.versions.map((version) => renderVersion(version, encode)),
      renderCommonPrefixes(page.commonPrefixes, encode),
    ),
  );
}

function renderVersion(
  version: VersionPage["versions"][number],
  encode: (text: string) => string,
): string {
  const named = [
    textElement("Key", encode(version.key)),
    textElement("VersionId", version.versionId),
    textElement("IsLatest", version.isLatest),
    textElement("LastModified", version.lastModified),
  ];
  if (version.isDeleteMarker) return element("DeleteMarker", ...named);
  return element(
    "Version",
    ...named,
    textElement("ETag", `"${version.etag}"`),
    textElement("Size", version.size),
    textElement("StorageClass", "STANDARD"),
  );
}
