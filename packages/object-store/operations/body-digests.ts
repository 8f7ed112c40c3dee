import { S3Error } from "../protocol/s3-error";
import type { ReceivedUpload } from "../storage/receive-upload";
import { amzParameter, type VerifiedRequest } from "./operation";

const MD5_BYTES = 16;
const CHECKSUMS = [
  { name: "x-amz-checksum-sha256", digest: "sha256", bytes: 32 },
  { name: "x-amz-checksum-crc32", digest: "crc32", bytes: 4 },
] as const;

/**
 * Rejects digests that no body can have, before the body is read.
 * @throws S3Error InvalidDigest or InvalidRequest
 */
export function requirePossibleDigests(request: VerifiedRequest): void {
  const md5 = request.headers["content-md5"];
  if (md5 !== undefined && !isDigest(md5, MD5_BYTES)) {
    throw new S3Error("InvalidDigest", "The Content-MD5 you specified was invalid.");
  }
  for (const { name, bytes } of CHECKSUMS) {
    const checksum = amzParameter(request, name);
    if (checksum !== undefined && !isDigest(checksum, bytes)) {
      throw new S3Error("InvalidRequest", `Value for ${name} header is invalid.`);
    }
  }
}

/**
 * Compares the digests of a body with every digest in the request.
 * @throws S3Error XAmzContentSHA256Mismatch or BadDigest
 */
export function requireDigests(
  request: VerifiedRequest,
  upload: Pick<ReceivedUpload, "md5" | "sha256" | "crc32">,
): void {
  if (request.payloadHash !== "UNSIGNED-PAYLOAD" && request.payloadHash !== upload.sha256) {
    throw new S3Error(
      "XAmzContentSHA256Mismatch",
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const md5 = request.headers["content-md5"];
  if (md5 !== undefined && md5 !== toBase64(upload.md5)) {
    throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
  }
  for (const { name, digest } of CHECKSUMS) {
    const checksum = amzParameter(request, name);
    if (checksum !== undefined && checksum !== toBase64(upload[digest])) {
      const algorithm = digest.toUpperCase();
      throw new S3Error(
        "BadDigest",
        `The ${algorithm} you specified did not match the calculated checksum.`,
      );
    }
  }
}

const toBase64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");

/** Node decodes any text without an error, so this checks that encoding the result gives the same text again. */
function isDigest(text: string, bytes: number): boolean {
  const decoded = Buffer.from(text, "base64");
  return decoded.length === bytes && decoded.toString("base64") === text;
}
