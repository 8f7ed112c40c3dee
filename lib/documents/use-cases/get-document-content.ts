import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ObjectStorage } from "../ports/object-storage";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import { STATUS } from "../rules/status";
import { getStagedDocument } from "./get-staged-document";

const DOWNLOAD_EXPIRES_IN_SECONDS = 300;

/** A URL from which the reported bytes can be read for a short time. */
export interface DocumentContent {
  /**
   * Serves the bytes as `application/octet-stream` and as an attachment, whatever the uploader declared; supports ranges.
   */
  readonly downloadSignedUrl: string;
  readonly expiresInSeconds: number;
  /** The verified size. */
  readonly sizeBytes: number;
}

/**
 * Signs a short-lived download URL for the reported bytes, always as an attachment under the document's name.
 * @throws DomainError `staged-document-not-found`; `file-not-uploaded` while the document is waiting for its upload;
 * `content-gone` if the upload failed or the bytes were erased
 */
export async function getDocumentContent(
  ports: { documents: StagedDocumentRepository; storage: ObjectStorage; clock: Clock },
  uuid: string,
): Promise<DocumentContent> {
  const document = await getStagedDocument(ports, uuid);
  if (document.status === STATUS.waitingForUpload) {
    throw new DomainError(
      "file-not-uploaded",
      "The file has not been uploaded yet. Report status 2 first, then download it.",
    );
  }
  if (!document.file || document.file.erasedAt) {
    throw new DomainError(
      "content-gone",
      "The file of this document was erased or never uploaded.",
    );
  }
  const { objectKey: key, versionId, sizeBytes } = document.file;
  const downloadSignedUrl = await ports.storage.signDownload(
    { key, versionId },
    {
      signedAt: ports.clock.now(),
      expiresInSeconds: DOWNLOAD_EXPIRES_IN_SECONDS,
      fileName: document.name,
    },
  );
  return { downloadSignedUrl, expiresInSeconds: DOWNLOAD_EXPIRES_IN_SECONDS, sizeBytes };
}
