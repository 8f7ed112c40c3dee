import type {
  AssetDocument,
  AssetDocumentFilter,
  AssetDocumentPosition,
} from "@/lib/assets/ports/asset-documents";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import type { DocumentContent } from "@/lib/documents/use-cases/get-document-content";
import { idOfActor, type Person } from "@/lib/kernel/rules/actor";
import { writeListCursor } from "../core/cursors/list-cursor";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import {
  type AwaitedUpload,
  type DocumentRow,
  type DocumentRows,
  documentRow,
  type FileUrl,
} from "./cockpit-schemas";

/**
 * Returns a document for the list of its asset's documents, without anything that allows writing and without its object
 * key.
 */
export function renderDocumentRow(document: StagedDocument): DocumentRow {
  const { status, file, uploadExpiresAt } = document;
  const isWaiting = status === STATUS.waitingForUpload;
  return pick(documentRow, {
    ...document,
    uploadExpiresAt: isWaiting ? uploadExpiresAt : null,
    size: file?.sizeBytes ?? null,
    contentType: file?.contentType ?? null,
    hasContent: !isWaiting && file !== null && file.erasedAt === null,
    failure: document.failure && pick(failure, document.failure),
  });
}

/** Returns a page of an asset's documents. Its cursor is the position of its last row. */
export function renderDocumentRows(
  page: { items: readonly AssetDocument[]; nextAfter: AssetDocumentPosition | null },
  { filter, reader }: { filter: AssetDocumentFilter; reader: Pick<Person, "id"> },
): DocumentRows {
  const { items, nextAfter } = page;
  const position = nextAfter && { time: nextAfter.createdAt, uuid: nextAfter.uuid };
  return {
    items: items.map((document) => ({
      ...renderDocumentRow(document),
      isOwn: idOfActor(document.createdBy) === reader.id,
    })),
    nextCursor: position && writeListCursor(position, filter),
  };
}

/** Returns the response to an announced file or to a request for a new upload URL. */
export function renderAwaitedUpload(awaited: {
  readonly document: StagedDocument;
  readonly uploadSignedUrl: string | null;
}): AwaitedUpload {
  const { document, uploadSignedUrl } = awaited;
  return { document: renderDocumentRow(document), uploadSignedUrl };
}

/** Returns the URL from which the file can be read for a short time. */
export const renderFileUrl = (content: DocumentContent): FileUrl => ({
  url: content.downloadSignedUrl,
  expiresInSeconds: content.expiresInSeconds,
  size: content.sizeBytes,
});
