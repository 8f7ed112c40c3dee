import { CopyObjectCommand, GetObjectCommand, HeadBucketCommand } from "@aws-sdk/client-s3";
import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import { attachmentDisposition } from "./content-disposition";
import { missingBucket, withBucket } from "./s3-answers";
import {
  createS3Client,
  createUrlSigner,
  S3_TIMEOUTS,
  type S3Connection,
  type S3Timeouts,
} from "./s3-clients";
import { createS3Head } from "./s3-head";
import { createS3Versions } from "./s3-versions";

/** Short, because a health probe needs a quick result. */
const REACHABLE_TIMEOUT_MS = 2_000;

/**
 * Overrides all metadata that a store may have kept from the upload, and keeps documents out of caches. The values
 * `identity` for an encoding and `und` for a language have no effect (RFC 9110, RFC 5646).
 */
const NEUTRAL_ANSWER = {
  "response-cache-control": "private, no-store",
  "response-content-encoding": "identity",
  "response-content-language": "und",
  "response-content-type": "application/octet-stream",
  "response-expires": "Thu, 01 Jan 1970 00:00:00 GMT",
} as const;

/**
 * Stores documents in an S3 bucket and connects on first use. It does not ask in advance whether the bucket keeps
 * versions, because each response about an object shows that.
 */
export function createS3ObjectStorage(
  connection: S3Connection,
  timeouts: S3Timeouts = S3_TIMEOUTS,
): ObjectStorage {
  const client = createS3Client(connection, timeouts);
  const sign = createUrlSigner(connection, client);
  const versions = createS3Versions(client, connection, timeouts);
  const Bucket = connection.bucket;
  const withStore = <T>(call: () => Promise<T>, answers: readonly number[]) =>
    withBucket(Bucket, call, answers);
  return {
    signUpload: (key, options) => sign({ method: "PUT", key, query: {}, ...options }),
    signDownload: ({ key, versionId }, { fileName, ...options }) => {
      const query = {
        ...NEUTRAL_ANSWER,
        "response-content-disposition": attachmentDisposition(fileName),
        ...(versionId !== null && { versionId }),
      };
      return sign({ method: "GET", key, query, sizeBytes: null, ...options });
    },
    read: async ({ key: Key, versionId }) => {
      const command = new GetObjectCommand({
        ...{ Bucket, Key },
        ...(versionId !== null && { VersionId: versionId }),
      });
      const found = await withStore(() => client.send(command), [404]);
      return (found?.Body as AsyncIterable<Uint8Array> | undefined) ?? null;
    },
    head: createS3Head(connection, client, timeouts),
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
    ...versions,
    checkReachable: async () => {
      const abortSignal = AbortSignal.timeout(REACHABLE_TIMEOUT_MS);
      const head = () => client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
      if (!(await withStore(head, [404]))) throw missingBucket(Bucket);
    },
  };
}
