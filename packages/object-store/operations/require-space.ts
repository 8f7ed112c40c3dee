import { DISK_RESERVE_BYTES, describeShortage } from "@/lib/upkeep/rules/disk-reserve";
import { diskFull } from "../protocol/s3-error";

/**
 * Rejects an upload before its body is read if it would leave less free space than the reserve. The client finds out
 * before it sends up to 5 GiB, and the database on the same disk can continue.
 * @throws S3Error InternalError with status 507
 */
export function requireSpace(freeBytes: number | null, bytesDeclared: number): void {
  if (freeBytes === null || freeBytes - bytesDeclared >= DISK_RESERVE_BYTES) return;
  const shortage = describeShortage(freeBytes);
  throw diskFull(new Error(`An upload of ${bytesDeclared} bytes was rejected: ${shortage}.`));
}
