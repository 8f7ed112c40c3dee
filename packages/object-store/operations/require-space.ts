import { diskFull } from "../protocol/s3-error";

const MEBIBYTE = 1024 ** 2;

/**
 * Rejects an upload before its body is read if it would leave less free space than the reserve. The client finds out
 * before it sends up to 5 GiB, and other programs on the same disk can continue.
 * @throws S3Error InternalError with status 507
 */
export function requireSpace(
  freeBytes: number | null,
  reservedBytes: number,
  bytesDeclared: number,
): void {
  if (freeBytes === null || freeBytes - bytesDeclared >= reservedBytes) return;
  const shortage = `${Math.floor(freeBytes / MEBIBYTE)} MiB are free, and at least ${reservedBytes / MEBIBYTE} MiB are needed`;
  throw diskFull(new Error(`An upload of ${bytesDeclared} bytes was rejected: ${shortage}.`));
}
