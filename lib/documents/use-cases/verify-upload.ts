import type { Ids } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ObjectStorage } from "../ports/object-storage";
import type { StatusMove } from "../ports/staged-documents";
import type { UploadLimits } from "../ports/upload-limits";
import { contentTypeOf } from "../rules/content-type";
import { documentObjectKey, stagedObjectKey } from "../rules/object-key";
import { assertAcceptableSize } from "../rules/object-size";

/**
 * Believes nothing: looks at the uploaded object and secures exactly those bytes under a key that no upload
 * URL reaches (DESIGN 3, decision 0007). Repeatable; holds no lock. A caller that does not use the answer removes the copy.
 * @throws DomainError `file-not-uploaded`, `file-empty`, `file-too-large`, or `file-changed` when the
 *   object was replaced while we looked
 */
export async function verifyUpload(
  ports: { storage: ObjectStorage; ids: Ids; limits: UploadLimits },
  uuid: string,
): Promise<NonNullable<StatusMove["file"]>> {
  const stagedKey = stagedObjectKey(uuid);
  const staged = await ports.storage.head(stagedKey);
  if (!staged) {
    throw new DomainError(
      "file-not-uploaded",
      "There is no uploaded file yet. PUT it to uploadSignedUrl, wait for 200, then report again.",
    );
  }
  assertAcceptableSize(staged.sizeBytes, ports.limits.uploadSizeMaxBytes);
  const objectKey = documentObjectKey(uuid, ports.ids.uuid());
  const contentType = contentTypeOf(staged.contentType);
  const outcome = await ports.storage.copyIfUnchanged(stagedKey, objectKey, {
    etag: staged.etag,
    contentType,
  });
  const secured = outcome === "copied" ? await ports.storage.head(objectKey) : null;
  if (secured?.etag !== staged.etag || secured.sizeBytes !== staged.sizeBytes) {
    if (outcome === "copied") await ports.storage.remove(objectKey);
    throw new DomainError(
      "file-changed",
      "The file was replaced during the check. Report again when no upload is running.",
    );
  }
  return { sizeBytes: secured.sizeBytes, contentType, objectKey };
}
