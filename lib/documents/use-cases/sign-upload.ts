import type { ObjectStorage } from "../ports/object-storage";
import { stagedObjectKey } from "../rules/object-key";
import type { StagedDocument } from "../rules/staged-document";
import { STATUS } from "../rules/status";

/**
 * Signs a URL that accepts the document's bytes until `uploadExpiresAt`; if the size is not null, only bytes of that
 * size. Returns null if an upload can no longer start.
 */
export async function signUpload(
  { storage }: { storage: ObjectStorage },
  { uuid, status, uploadExpiresAt }: Pick<StagedDocument, "uuid" | "status" | "uploadExpiresAt">,
  { signedAt, sizeBytes }: { signedAt: Date; sizeBytes: number | null },
): Promise<string | null> {
  const expiresInSeconds = Math.floor((uploadExpiresAt.getTime() - signedAt.getTime()) / 1000);
  if (status !== STATUS.waitingForUpload || expiresInSeconds < 1) return null;
  return storage.signUpload(stagedObjectKey(uuid), { signedAt, expiresInSeconds, sizeBytes });
}
