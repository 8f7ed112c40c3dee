import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { S3Error } from "../protocol/s3-error";
import { element, textElement, xmlDocument } from "../protocol/xml";
import { requireDigests } from "./body-digests";
import type { Operation, VerifiedRequest } from "./operation";

const BODY_BYTES_MAX = 4096;

/** GetBucketVersioning. */
export const getBucketVersioning: Operation = async ({ request, store }) => {
  const status = store.isVersioned(request.target.bucket) ? textElement("Status", "Enabled") : "";
  return {
    status: 200,
    headers: { "content-type": "application/xml" },
    body: xmlDocument(element("VersioningConfiguration", status)),
  };
};

/**
 * PutBucketVersioning, which turns versioning on. It cannot be suspended, because the records of documents name object
 * versions.
 */
export const putBucketVersioning: Operation = async ({ request, store }) => {
  const configuration = await readConfiguration(request);
  const [, status] = /<Status>\s*(\w*)\s*<\/Status>/.exec(configuration) ?? [];
  if (status === "Suspended" || configuration.includes("MfaDelete")) {
    throw new S3Error(
      "NotImplemented",
      "Versioning cannot be suspended, and MFA Delete is not supported.",
    );
  }
  if (status !== "Enabled") {
    throw new S3Error("MalformedXML", "The body is not a VersioningConfiguration with a Status.");
  }
  await store.keepVersions(request.target.bucket);
  return { status: 200, headers: {} };
};

async function readConfiguration(request: VerifiedRequest): Promise<string> {
  const length = request.headers["content-length"];
  if (length === undefined || request.headers["transfer-encoding"] !== undefined) {
    throw new S3Error("MissingContentLength", "Send a Content-Length and no Transfer-Encoding.");
  }
  if (Number(length) > BODY_BYTES_MAX) {
    throw new S3Error("EntityTooLarge", `The configuration exceeds ${BODY_BYTES_MAX} bytes.`);
  }
  const body = await readWhole(request.receiveBody());
  requireDigests(request, {
    md5: createHash("md5").update(body).digest("hex"),
    sha256: createHash("sha256").update(body).digest("hex"),
    crc32: crc32(body).toString(16).padStart(8, "0"),
  });
  return body.toString("utf8");
}

function readWhole(source: Readable): Promise<Buffer> {
  return buffer(source).catch((cause: unknown) => {
    throw new S3Error("IncompleteBody", "The connection was lost before the whole body arrived.", {
      cause,
    });
  });
}
