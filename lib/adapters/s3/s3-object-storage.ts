import { setTimeout as wait } from "node:timers/promises";
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Agent, type Dispatcher, request } from "undici";
import type { ObjectStorage, StoredObject } from "@/lib/documents/ports";
import { isStoreUnavailable, statusOf } from "./is-store-unavailable";
import { missingBucket, withBucket } from "./s3-answers";
import {
  createS3Client,
  createUrlSigner,
  S3_TIMEOUTS,
  type S3Connection,
  type S3Timeouts,
} from "./s3-clients";
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
        Bucket,
        Key,
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

/**
 * Returns a `Content-Disposition` that makes browsers save a file under its name and never show it. It contains an ASCII
 * name for old clients and the real name in UTF-8 (RFC 6266, RFC 8187).
 */
export function attachmentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, "_").replace(/["\\%]/g, "_");
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

type Headers = Dispatcher.ResponseData["headers"];

const TRIES_MAX = 3;
/** The SDK's value. Each delay is a random part of this value, which doubles with each try. */
const RETRY_DELAY_MS = 100;
const THROTTLED_RETRY_DELAY_MS = 500;
/** The same as the lifetime of a signature in a header. Clocks may differ by less than this. */
const EXPIRES_IN_SECONDS = 900;
const THROTTLED_STATUS = 429;
const CONNECTIONS_MAX = 50;

/**
 * Creates a function that makes a HEAD request for an object. Every report needs one, and a signed URL with undici costs
 * a third of the SDK's `send`. Tries, delays and timeouts are the same as in `createS3Client`. The function returns null
 * if the object does not exist.
 */
export function createS3Head(
  connection: S3Connection,
  client: S3Client,
  timeouts: S3Timeouts,
): (key: string) => Promise<StoredObject | null> {
  const sign = createUrlSigner({ ...connection, publicEndpoint: connection.endpoint }, client);
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.requestMs,
    bodyTimeout: timeouts.requestMs,
  });
  const head = async (key: string): Promise<Headers> => {
    const url = await sign({
      method: "HEAD",
      key,
      query: {},
      sizeBytes: null,
      signedAt: new Date(),
      expiresInSeconds: EXPIRES_IN_SECONDS,
    });
    // By default, undici closes the connection after each HEAD request, which costs more than the request itself.
    const options = { method: "HEAD", dispatcher, reset: false } as const;
    const { statusCode, headers, body } = await request(url, options);
    await body.dump();
    if (statusCode !== 200) throw refusal(statusCode);
    return headers;
  };
  return async (key) => {
    const headers = await withBucket(connection.bucket, () => retried(() => head(key)), [404]);
    return headers && toStoredObject(headers, connection);
  };
}

async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isStoreUnavailable(error) || tries === TRIES_MAX) throw error;
      const isThrottled = statusOf(error) === THROTTLED_STATUS;
      const delayMs = isThrottled ? THROTTLED_RETRY_DELAY_MS : RETRY_DELAY_MS;
      await wait(Math.random() * delayMs * 2 ** tries);
    }
  }
}

/** Creates the error for a failed HEAD request. The response has no body, so its status is all that we know. */
function refusal(status: number): S3ServiceException {
  return new S3ServiceException({
    name: status === 404 ? "NotFound" : "UnexpectedStatus",
    $fault: status < 500 ? "client" : "server",
    message: `the object store answered a HEAD with ${status}`,
    $metadata: { httpStatusCode: status },
  });
}

/**
 * Converts the headers. If versions are suspended, the version id is `null`. The next upload replaces those bytes, so
 * they count as having no version.
 */
function toStoredObject(headers: Headers, { versioning }: S3Connection): StoredObject {
  const sizeBytes = Number(headers["content-length"] ?? Number.NaN);
  const { etag } = headers;
  if (!Number.isSafeInteger(sizeBytes) || typeof etag !== "string") {
    throw new Error("the object store answered a HEAD without a length or an ETag");
  }
  const contentType = single(headers["content-type"]);
  const versionId = single(headers["x-amz-version-id"]);
  return {
    versionId: versionId === "null" || versioning === "off" ? null : versionId,
    sizeBytes,
    etag: etag.replaceAll('"', ""),
    contentType: contentType === "binary/octet-stream" ? null : contentType,
  };
}

const single = (value: Headers[string]) =>
  typeof value === "string" && value !== "" ? value : null;
