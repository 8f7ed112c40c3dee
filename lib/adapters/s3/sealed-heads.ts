import { addAbortSignal, type Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { SealedHeads } from "@/lib/accounts/ports";
import type { ListedObject } from "@/lib/documents/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import { withBucket } from "./s3-answers";
import { createS3Client, S3_TIMEOUTS, type S3Connection } from "./s3-clients";
import { createS3Versions } from "./s3-versions";

/** Not below `staged/` and `documents/`, where sweeps look for leftovers. */
const KEY = "audit/head";
/** The content has about 200 bytes. */
const CONTENT_BYTES_MAX = 4_096;
/** The version id in a bucket without versions. */
const UNVERSIONED = "null";

/**
 * Limits for whoever holds the chaining lock, with all tries. The database ends its transaction if it pauses for 4 s, and
 * other processes wait for the lock.
 */
const HELD_READ_MS_MAX = 1_500;
const REPLACE_MS_MAX = 2_000;
/** On a busy machine, the first call of a command can take 2 s. */
const READ_MS_MAX = 10_000;

/** Keeps the sealed head of the audit log in the object `audit/head` of the bucket. Connects on first use. */
export function createSealedHeads(connection: S3Connection): SealedHeads {
  const client = createS3Client(connection);
  const { list, remove } = createS3Versions(client, connection, {
    ...S3_TIMEOUTS,
    copyMs: REPLACE_MS_MAX,
  });
  const Bucket = connection.bucket;
  const findVersions = async () => {
    if (connection.versioning === "off") return [];
    const { objects } = await list(KEY, { key: "", versionId: null }, 1_000);
    return objects.filter(({ key }) => key === KEY);
  };
  const write = async (Body: string, abortSignal: AbortSignal) => {
    const command = new PutObjectCommand({ Bucket, Key: KEY, Body, ContentType: "text/plain" });
    const written = await withBucket(Bucket, () => client.send(command, { abortSignal }), []);
    return written?.VersionId ?? UNVERSIONED;
  };
  const readObject = async (abortSignal: AbortSignal) => {
    const command = new GetObjectCommand({ Bucket, Key: KEY });
    const found = await withBucket(Bucket, () => client.send(command, { abortSignal }), [404]);
    // The SDK's type covers browsers, too; in Node, the body is always a stream.
    return found ? readText(addAbortSignal(abortSignal, found.Body as Readable)) : null;
  };
  const removeOthers = async (versions: readonly ListedObject[], current: string) => {
    for (const version of versions) {
      if (version.versionId !== null && version.versionId !== current) await remove(version);
    }
  };
  return {
    read: ({ holdsChain }) => {
      const { abortSignal, inTime } = startTimeLimit(holdsChain ? HELD_READ_MS_MAX : READ_MS_MAX);
      return inTime(readObject(abortSignal));
    },
    replace: async (content) => {
      const { abortSignal, inTime } = startTimeLimit(REPLACE_MS_MAX);
      // Listed before the new version is written, so that a newer version is never removed.
      const earlier = await inTime(findVersions());
      const current = await inTime(write(content, abortSignal));
      try {
        await inTime(removeOthers(earlier, current));
        return null;
      } catch (cause) {
        return { cause };
      }
    },
  };
}

/** Reads no more than the limit. A longer object was not written by us, and its beginning shows that. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    byteCount += chunk.byteLength;
    if (byteCount > CONTENT_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Starts the time that one or more calls have together. `inTime` throws once it is over, even if a call never ends. */
function startTimeLimit(ms: number) {
  const abortSignal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_resolve, reject) => {
    abortSignal.addEventListener("abort", () => {
      const detail = `The object store did not answer within ${ms} ms.`;
      reject(new DomainError("object-store-unavailable", detail, { cause: abortSignal.reason }));
    });
  });
  return {
    abortSignal,
    inTime: <T>(work: Promise<T>) => Promise.race([work, late]),
  };
}
