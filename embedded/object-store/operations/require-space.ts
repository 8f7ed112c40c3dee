import { DISK_RESERVE_BYTES, describeShortage } from "@/lib/upkeep/rules/disk-reserve";
import { diskFull } from "../protocol/s3-error";

/**
 * Refuses an upload that would leave less than the reserve, before its body is read: whoever sends 5 GiB learns it at once,
 * and the database on the same disk can go on. Throws InternalError with status 507.
 */
export function requireSpace(freeBytes: number | null, bytesDeclared: number): void {
  if (freeBytes === null || freeBytes - bytesDeclared >= DISK_RESERVE_BYTES) return;
  const shortage = describeShortage(freeBytes);
  throw diskFull(new Error(`An upload of ${bytesDeclared} bytes was rejected: ${shortage}.`));
}
