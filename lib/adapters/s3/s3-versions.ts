import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { ListedObject, ListPosition, ObjectStorage } from "@/lib/documents/ports";
import { withBucket } from "./s3-answers";
import type { S3Connection, S3Timeouts } from "./s3-clients";

type Page = Awaited<ReturnType<ObjectStorage["list"]>>;

/** The status that a store returns if it cannot list versions. */
const NOT_IMPLEMENTED_STATUS = 501;
const PAGE_LIMIT = 1000;

/**
 * Creates the functions that list and remove all versions. A store without versions reports a single version with the id
 * `null`, which is then the one to remove. Stores that cannot list versions, and all stores if versioning is off, are
 * called without version ids.
 */
export function createS3Versions(
  client: S3Client,
  { bucket: Bucket, versioning }: S3Connection,
  timeouts: S3Timeouts,
): Pick<ObjectStorage, "list" | "remove" | "removeAll"> {
  // Listing gets a long timeout, because a store may scan all its objects before it responds.
  const options = { requestTimeout: timeouts.copyMs };
  const listObjects = async (prefix: string, after: ListPosition, limit: number): Promise<Page> => {
    const input = { Bucket, Prefix: prefix, MaxKeys: limit };
    const command = new ListObjectsV2Command({
      ...input,
      ...(after.key && { StartAfter: after.key }),
    });
    const found = await withBucket(Bucket, () => client.send(command, options), []);
    const objects = (found?.Contents ?? []).map((object) => toListedObject(object, null));
    const last = objects.at(-1);
    return { objects, next: found?.IsTruncated && last ? last : null };
  };
  const listVersions = async (prefix: string, after: ListPosition, limit: number) => {
    const command = new ListObjectVersionsCommand({
      Bucket,
      Prefix: prefix,
      MaxKeys: limit,
      ...(after.key && { KeyMarker: after.key }),
      ...(after.versionId !== null && { VersionIdMarker: after.versionId }),
    });
    const call = () => client.send(command, options);
    const found = await withBucket(Bucket, call, [NOT_IMPLEMENTED_STATUS]);
    if (!found) return null;
    const versions = [...(found.Versions ?? []), ...(found.DeleteMarkers ?? [])];
    const objects = versions.map((version) => toListedObject(version, version.VersionId ?? null));
    const { IsTruncated, NextKeyMarker: key, NextVersionIdMarker } = found;
    const next = IsTruncated && key ? { key, versionId: NextVersionIdMarker || null } : null;
    const isProgress = next?.key !== after.key || next.versionId !== after.versionId;
    return {
      objects: objects.filter((object) => isBehind(object, after)).toSorted(byKey),
      next: isProgress ? next : null,
    };
  };
  const list: ObjectStorage["list"] = async (...parameters) =>
    (versioning === "auto" ? await listVersions(...parameters) : null) ??
    listObjects(...parameters);
  const remove: ObjectStorage["remove"] = async ({ key, versionId }) => {
    const named = { Bucket, Key: key, ...(versionId !== null && { VersionId: versionId }) };
    await withBucket(Bucket, () => client.send(new DeleteObjectCommand(named)), [404]);
  };
  return {
    list,
    remove,
    removeAll: async (key) => {
      if (versioning === "off") return remove({ key, versionId: null });
      for (;;) {
        // Lists from the beginning each time, because the versions listed before have been removed.
        const page = await listVersions(key, { key: "", versionId: null }, PAGE_LIMIT);
        if (page === null) return remove({ key, versionId: null });
        const own = page.objects.filter((version) => version.key === key);
        for (const version of own) await remove(version);
        // A key sorts before all longer keys that start with it, so no version of this key can follow another key.
        if (own.length < page.objects.length || page.next === null) return;
      }
    },
  };
}

/**
 * Returns whether an object comes after a position. Some stores start a page with the position itself (versitygw 1.8.0).
 */
const isBehind = ({ key, versionId }: ListedObject, after: ListPosition) =>
  key !== after.key || (after.versionId !== null && versionId !== after.versionId);

const byKey = (a: ListedObject, b: ListedObject) => (a.key < b.key ? -1 : Number(a.key > b.key));

function toListedObject(
  { Key, LastModified }: { Key?: string | undefined; LastModified?: Date | undefined },
  versionId: string | null,
): ListedObject {
  if (Key === undefined || LastModified === undefined) {
    throw new Error("the object store listed an object without a key or a time");
  }
  return { key: Key, versionId, lastModified: LastModified };
}
