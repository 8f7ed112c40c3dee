import { S3Error } from "../protocol/s3-error";
import type { ReceivedUpload } from "../storage/receive-upload";
import { amzParameter, type VerifiedRequest } from "./operation";

/** Compares a body with every digest that the request promised. Throws XAmzContentSHA256Mismatch and BadDigest. */
export function requireDigests(
  request: VerifiedRequest,
  upload: Pick<ReceivedUpload, "md5" | "sha256" | "crc32">,
): void {
  if (request.payloadHash !== "UNSIGNED-PAYLOAD" && request.payloadHash !== upload.sha256) {
    throw new S3Error("XAmzContentSHA256Mismatch", "The body is not the one that was signed.");
  }
  const expectations = [
    ["content-md5", request.headers["content-md5"], upload.md5],
    ["x-amz-checksum-sha256", amzParameter(request, "x-amz-checksum-sha256"), upload.sha256],
    ["x-amz-checksum-crc32", amzParameter(request, "x-amz-checksum-crc32"), upload.crc32],
  ] as const;
  for (const [name, expected, actualHex] of expectations) {
    if (expected !== undefined && expected !== Buffer.from(actualHex, "hex").toString("base64")) {
      throw new S3Error("BadDigest", `The body does not match ${name}.`);
    }
  }
}
