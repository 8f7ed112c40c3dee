import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type { ObjectStorage } from "../ports/object-storage";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { UploadLimits } from "../ports/upload-limits";
import { assertDeclaredSize } from "../rules/object-size";
import type { StagedDocument } from "../rules/staged-document";
import { statusName } from "../rules/status";
import { getStagedDocument } from "./get-staged-document";
import { signUpload } from "./sign-upload";

/**
 * Extends the time for the upload of a document and signs a new URL for the same location, even after the old one
 * expired. The old one stays valid until it expires; the status and the history do not change. If a size is given, the
 * new URL accepts only that size.
 * @throws DomainError `upload-not-awaited`, `staged-document-not-found`; `file-empty`, `file-too-large` for a given size
 */
export async function renewUploadUrl(
  ports: {
    documents: StagedDocumentRepository;
    storage: ObjectStorage;
    clock: Clock;
    limits: UploadLimits;
  },
  uuid: string,
  sizeBytes: number | null,
): Promise<{ document: StagedDocument; uploadSignedUrl: string }> {
  if (sizeBytes !== null) {
    assertDeclaredSize(sizeBytes, ports.limits.uploadSizeMaxBytes);
  }
  const at = ports.clock.now();
  const uploadExpiresAt = new Date(at.getTime() + ports.limits.uploadUrlExpiresInSeconds * 1000);
  const document = isUuid(uuid)
    ? await ports.documents.renewUpload(uuid.toLowerCase(), { uploadExpiresAt, at })
    : null;
  const uploadSignedUrl =
    document && (await signUpload(ports, document, { signedAt: at, sizeBytes }));
  if (document && uploadSignedUrl) return { document, uploadSignedUrl };
  const { status } = await getStagedDocument(ports, uuid);
  throw new DomainError(
    "upload-not-awaited",
    `The document has status ${status} (${statusName(status)}) and is not waiting for an upload. Create a new document.`,
  );
}
