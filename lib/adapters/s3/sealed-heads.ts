import { addAbortSignal, type Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { SealedHeads } from "@/lib/accounts/ports/audit-chain";
import { DomainError } from "@/lib/kernel/rules/errors";
import { withBucket } from "./s3-answers";
import { createS3Client, type S3Connection } from "./s3-clients";
import { createS3Versions } from "./s3-versions";

/** Not below `staged/` and `documents/`, where sweeps look for leftovers. */
const KEY = "audit/head";
/** The content has about 200 bytes. */
const CONTENT_BYTES_MAX = 4_096;
/** The version id in a bucket without versions. */
const UNVERSIONED = "null";

/** The database ends the transaction around these calls if it pauses for 4 s, and other processes wait for its lock. */
const TIMEOUTS = { connectMs: 1_000, requestMs: 1_500, copyMs: 1_500 };
const READ_MS_MAX = 1_500;
const REPLACE_MS_MAX = 2_000;

/** Keeps the sealed head of the audit log in the object `audit/head` of the bucket. Connects on first use. */
export function createSealedHeads(connection: S3Connection): SealedHeads {
  const client = createS3Client(connection, TIMEOUTS);
  const { list, remove } = createS3Versions(client, connection, TIMEOUTS);
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
  return {
    read: () =>
      within(READ_MS_MAX, async (abortSignal) => {
        const command = new GetObjectCommand({ Bucket, Key: KEY });
        const found = await withBucket(Bucket, () => client.send(command, { abortSignal }), [404]);
        // The SDK's type covers browsers, too; in Node, the body is always a stream.
        return found ? readText(addAbortSignal(abortSignal, found.Body as Readable)) : null;
      }),
    replace: (content) =>
      within(REPLACE_MS_MAX, async (abortSignal) => {
        // Listed before the new version is written, so that a newer version is never removed.
        const earlier = await findVersions();
        const current = await write(content, abortSignal);
        for (const version of earlier) {
          const isOther = version.versionId !== null && version.versionId !== current;
          if (isOther) await remove(version);
        }
      }),
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

async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      const detail = `The object store did not answer within ${ms} ms.`;
      reject(new DomainError("object-store-unavailable", detail, { cause: signal.reason }));
    });
  });
  return Promise.race([work(signal), late]);
}
