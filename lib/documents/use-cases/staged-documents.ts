import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import { readPage } from "@/lib/kernel/rules/page";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  DocumentFilter,
  DocumentPage,
  DocumentPosition,
  DocumentTimeline,
  DocumentTimelines,
  ObjectStorage,
  StagedDocumentRepository,
} from "../ports";
import type { StagedDocument } from "../rules/staged-document";
import { STATUS } from "../rules/status";

/**
 * Loads a document in any status, even a deleted one, because receivers request its URL after a notification of status 8.
 * @throws DomainError `staged-document-not-found`, also for a string that is not a UUID
 */
export async function getStagedDocument(
  ports: { documents: StagedDocumentRepository },
  uuid: string,
): Promise<StagedDocument> {
  const document = isUuid(uuid) ? await ports.documents.find(uuid.toLowerCase()) : null;
  if (!document) throw stagedDocumentNotFound(uuid);
  return document;
}

/** Creates the error for a missing document. */
export function stagedDocumentNotFound(uuid: string): DomainError {
  const detail = isUuid(uuid)
    ? `There is no staged document ${uuid.toLowerCase()}. Use the uuid that was returned when it was created.`
    : "The path does not contain a UUID. Use the uuid that was returned when the document was created.";
  return new DomainError("staged-document-not-found", detail);
}

/**
 * Lists one page of the matching documents, in ascending order of (updatedAt, uuid). A document that changes during
 * paging moves to the end, so it appears again and no document is skipped (decision 0021).
 * @returns the page; `nextAfter` is null if there are no more documents at the moment
 */
export async function listStagedDocuments(
  ports: { documents: StagedDocumentRepository },
  input: { filter: DocumentFilter } & DocumentPage,
): Promise<{ items: readonly StagedDocument[]; nextAfter: DocumentPosition | null }> {
  const list = (page: DocumentPage) => ports.documents.list(input.filter, page);
  return readPage(input, list, (last): DocumentPosition => last);
}

/**
 * The maximum number of changes and of events to load, because repeated processing can make a history arbitrarily long.
 */
const ENTRIES_MAX = 100;

/**
 * Loads a document in any status with its latest 100 changes and 100 events.
 * @throws DomainError `staged-document-not-found`, also for a string that is not a UUID
 */
export async function getDocumentTimeline(
  ports: { documentTimelines: DocumentTimelines },
  uuid: string,
): Promise<DocumentTimeline> {
  const found = isUuid(uuid)
    ? await ports.documentTimelines.find(uuid.toLowerCase(), ENTRIES_MAX)
    : null;
  if (!found) throw stagedDocumentNotFound(uuid);
  return found;
}

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
