import {
  type _Object,
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type {
  ListedObject,
  ObjectStorage,
  StoredObject,
} from "@/lib/documents/ports/object-storage";
import { DomainError } from "@/lib/kernel/rules/errors";
import { attachmentDisposition } from "./content-disposition";
import { isStoreUnavailable, statusOf } from "./is-store-unavailable";
import {
  createS3Client,
  createUrlSigner,
  S3_TIMEOUTS,
  type S3Connection,
  type S3Timeouts,
} from "./s3-clients";

/** A probe wants to know soon. */
const REACHABLE_TIMEOUT_MS = 2_000;

/**
 * Overrides everything that a store may have kept of what the uploader said about the content, and keeps a document out of
 * caches. The value for "nothing said" is `identity` for an encoding and `und` for a language (RFC 9110, RFC 5646).
 */
const NEUTRAL_ANSWER = {
  "response-cache-control": "private, no-store",
  "response-content-encoding": "identity",
  "response-content-language": "und",
  "response-content-type": "application/octet-stream",
  "response-expires": "Thu, 01 Jan 1970 00:00:00 GMT",
} as const;

/** Documents in an S3 bucket. Connects when it is first used. */
export function createS3ObjectStorage(
  connection: S3Connection,
  timeouts: S3Timeouts = S3_TIMEOUTS,
): ObjectStorage {
  const client = createS3Client(connection, timeouts);
  const sign = createUrlSigner(connection, client);
  const Bucket = connection.bucket;
  const withStore = <T>(call: () => Promise<T>, answers: readonly number[]) =>
    withBucket(Bucket, call, answers);
  return {
    signUpload: (key, options) => sign({ method: "PUT", key, query: {}, ...options }),
    signDownload: (key, { fileName, ...options }) => {
      const query = {
        ...NEUTRAL_ANSWER,
        "response-content-disposition": attachmentDisposition(fileName),
      };
      return sign({ method: "GET", key, query, sizeBytes: null, ...options });
    },
    head: async (key) => {
      const found = await withStore(
        () => client.send(new HeadObjectCommand({ Bucket, Key: key })),
        [404],
      );
      return found ? toStoredObject(found) : null;
    },
    copyIfUnchanged: async (fromKey, toKey, { etag, contentType }) => {
      const command = new CopyObjectCommand({
        Bucket,
        Key: toKey,
        CopySource: `${Bucket}/${encodeURIComponent(fromKey).replaceAll("%2F", "/")}`,
        CopySourceIfMatch: `"${etag}"`,
        MetadataDirective: "REPLACE",
        ContentType: contentType,
      });
      const copy = () => client.send(command, { requestTimeout: timeouts.copyMs });
      return (await withStore(copy, [404, 412])) ? "copied" : "changed";
    },
    remove: async (key) => {
      await withStore(() => client.send(new DeleteObjectCommand({ Bucket, Key: key })), [404]);
    },
    list: async (prefix, after, limit) => {
      const asked = { Bucket, Prefix: prefix, MaxKeys: limit, ...(after && { StartAfter: after }) };
      // A store may read through all that it holds before it answers.
      const list = () =>
        client.send(new ListObjectsV2Command(asked), { requestTimeout: timeouts.copyMs });
      return ((await withStore(list, []))?.Contents ?? []).map(toListedObject);
    },
    checkReachable: async () => {
      const abortSignal = AbortSignal.timeout(REACHABLE_TIMEOUT_MS);
      const head = () => client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
      if (!(await withStore(head, [404]))) throw missingBucket(Bucket);
    },
  };
}

function toListedObject({ Key, LastModified }: _Object): ListedObject {
  if (Key === undefined || LastModified === undefined) {
    throw new Error("the object store listed an object without a key or a time");
  }
  return { key: Key, lastModified: LastModified };
}

function toStoredObject(found: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  ContentType?: string | undefined;
}): StoredObject {
  const { ContentLength, ETag, ContentType } = found;
  if (ContentLength === undefined || ETag === undefined) {
    throw new Error("the object store answered a HEAD without a length or an ETag");
  }
  const isDeclared = ContentType !== undefined && ContentType !== "binary/octet-stream";
  return {
    sizeBytes: ContentLength,
    etag: ETag.replaceAll('"', ""),
    contentType: isDeclared ? ContentType : null,
  };
}

/**
 * Runs one call. A listed status is an answer and gives null, unless it says that the bucket does not exist: that says
 * nothing of an object, though a HEAD, which has no body, cannot tell. Whatever does not pass (a refusal, a wrong set-up, a
 * mistake of ours) stays what it is.
 */
async function withBucket<T>(
  bucket: string,
  call: () => Promise<T>,
  answers: readonly number[],
): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissingBucket(error)) throw missingBucket(bucket, error);
    if (error instanceof S3ServiceException && answers.includes(statusOf(error) ?? 0)) return null;
    if (!isStoreUnavailable(error)) throw error;
    throw new DomainError(
      "object-store-unavailable",
      "The object store is not available at the moment. Saved data is safe. Try again shortly.",
      { cause: error },
    );
  }
}

const isMissingBucket = (error: unknown) =>
  error instanceof S3ServiceException && error.name === "NoSuchBucket";

const missingBucket = (bucket: string, cause?: unknown) =>
  new Error(`the bucket ${bucket} does not exist`, { cause });
